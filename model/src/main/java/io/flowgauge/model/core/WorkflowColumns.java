package io.flowgauge.model.core;

import io.flowgauge.workflow.Region;

/**
 * The columns that make up a workflow.
 *
 * @param from the earlier activity of each dependency
 * @param dependencies how many there are; the columns may be longer
 * @param regions the declared region tree, or null to find it from the dependencies
 */
@SuppressWarnings("ArrayRecordComponent") // Passed from builder to workflow, never compared.
record WorkflowColumns(
    String name,
    ActivityColumns activities,
    int[] from,
    int[] to,
    int dependencies,
    Region regions) {

  /** The same activities with other dependencies, and no declared regions. */
  WorkflowColumns with(int[] from, int[] to, int dependencies) {
    return new WorkflowColumns(name, activities, from, to, dependencies, null);
  }
}
