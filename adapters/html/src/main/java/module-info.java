/** Reports as one page with charts. */
module io.flowgauge.html {
  requires com.fasterxml.jackson.core;
  requires transitive io.flowgauge.metrics;

  exports io.flowgauge.html;

  provides io.flowgauge.spi.ComparisonRenderer with
      io.flowgauge.html.HtmlComparison;
  provides io.flowgauge.spi.ReportRenderer with
      io.flowgauge.html.HtmlReport;
}
