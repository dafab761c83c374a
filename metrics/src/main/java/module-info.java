/** Metrics, overheads, attribution, comparison and live monitoring of runs. */
module io.flowgauge.metrics {
  requires transitive io.flowgauge.model;
}
