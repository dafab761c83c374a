/** Workflow graph, execution graphs, runs, and the trace formats. */
module io.flowgauge.model {
  requires transitive io.flowgauge.api;
}
