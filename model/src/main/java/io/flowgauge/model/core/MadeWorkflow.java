package io.flowgauge.model.core;

import io.flowgauge.trace.Diagnostic;
import java.util.List;

/**
 * A workflow made from a recorder's knowledge. Later runs share it until something is added to the
 * workflow, so that its graph and regions are found once. Immutable.
 *
 * @param version number of times that a part of the workflow had been recorded
 * @param cycle the first cycle of which a dependency was left out: ids in order, or empty
 * @param remarks oddities found in the workflow; never written to
 */
record MadeWorkflow(
    long version,
    ColumnarWorkflow workflow,
    List<String> cycle,
    Remarks remarks,
    List<Diagnostic> diagnostics) {}
