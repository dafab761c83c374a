package io.flowgauge.model.core;

import io.flowgauge.trace.Diagnostic;
import java.util.List;

/**
 * A workflow made of what a recorder knew, which later runs share until something is added to it:
 * its graph and regions are found once. Immutable.
 *
 * @param version how often something of the workflow had been recorded
 * @param cycle the first cycle of which a dependency was left out: ids in order, or empty
 * @param remarks what was odd about it, never written to
 */
record MadeWorkflow(
    long version,
    ColumnarWorkflow workflow,
    List<String> cycle,
    Remarks remarks,
    List<Diagnostic> diagnostics) {}
