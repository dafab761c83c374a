/** Metrics, overheads, attribution, comparison and live monitoring of runs. */
@SuppressWarnings("module") // The command is compiled after this module.
module io.flowgauge.metrics {
  requires com.fasterxml.jackson.core;
  requires transitive io.flowgauge.model;
  requires org.apache.commons.statistics.descriptive;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;

  exports io.flowgauge.metrics.render to
      io.flowgauge.cli,
      io.flowgauge.html;

  provides io.flowgauge.spi.AnalysisProvider with
      io.flowgauge.metrics.AnalysisService;
  provides io.flowgauge.spi.ComparisonProvider with
      io.flowgauge.metrics.comparison.ComparisonService;
  provides io.flowgauge.spi.ComparisonRenderer with
      io.flowgauge.metrics.render.JsonComparison,
      io.flowgauge.metrics.render.TextComparison;
  provides io.flowgauge.spi.ReportRenderer with
      io.flowgauge.metrics.render.JsonReport,
      io.flowgauge.metrics.render.TextReport;
}
