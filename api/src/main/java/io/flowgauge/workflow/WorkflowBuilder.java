package io.flowgauge.workflow;

/**
 * Builds a workflow in one expression: {@code Flowgauge.workflow("movie").then("plan").then("f1",
 * "f2", "f3").then("merge").build()}. Not thread-safe.
 */
public interface WorkflowBuilder {

  /**
   * Declares an activity.
   *
   * @param activity the activity
   * @return this
   * @throws IllegalArgumentException if another activity of that id was declared
   */
  WorkflowBuilder activity(Activity activity);

  /**
   * Declares computational activities whose type is their id; those already declared stay as they
   * are.
   *
   * @param ids ids of the activities
   * @return this
   */
  WorkflowBuilder activities(String... ids);

  /**
   * Declares a dependency, and its activities where they are not declared yet.
   *
   * @param from id of the earlier activity
   * @param to id of the later activity
   * @return this
   */
  WorkflowBuilder dependency(String from, String to);

  /**
   * A chain of dependencies: each activity after the one before it.
   *
   * @param ids ids of the activities
   * @return this
   */
  default WorkflowBuilder chain(String... ids) {
    activities(ids);
    for (int k = 1; k < ids.length; k++) {
      dependency(ids[k - 1], ids[k]);
    }
    return this;
  }

  /**
   * The next layer: activities that each depend on all activities of the layer before, if there is
   * one.
   *
   * @param ids ids of the activities of the layer
   * @return this
   * @throws IllegalArgumentException if the layer is empty
   */
  WorkflowBuilder then(String... ids);

  /**
   * Declares the region tree instead of having it found from the dependencies.
   *
   * @param root a region that holds every activity exactly once
   * @return this
   */
  WorkflowBuilder regions(Region root);

  /**
   * The workflow.
   *
   * @return an immutable workflow
   * @throws CyclicWorkflowException if the dependencies have a cycle; the message prints it
   * @throws IllegalArgumentException if the declared regions do not hold every activity exactly
   *     once
   */
  Workflow build();
}
