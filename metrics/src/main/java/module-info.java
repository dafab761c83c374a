/** Metrics, overheads, attribution and comparison of runs. */
module io.flowgauge.metrics {
  requires transitive io.flowgauge.model;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;

  provides io.flowgauge.spi.AnalysisProvider with
      io.flowgauge.metrics.AnalysisService;
  provides io.flowgauge.spi.ComparisonProvider with
      io.flowgauge.metrics.comparison.ComparisonService;
}
