/** Latency distributions and makespan estimators. */
module io.flowgauge.probabilistic {
  requires transitive io.flowgauge.model;
}
