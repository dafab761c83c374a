/** Reports, comparisons and predictions as text, JSON, tables and pages with charts. */
@SuppressWarnings("module") // The module that receives the qualified export is compiled later.
module io.flowgauge.report {
  requires com.fasterxml.jackson.core;
  requires de.siegmar.fastcsv;
  requires transitive io.flowgauge.api;
  requires org.apache.commons.statistics.descriptive;

  exports io.flowgauge.report.csv;
  exports io.flowgauge.report.document to
      io.flowgauge.kafka,
      io.flowgauge.watch;
  exports io.flowgauge.report.html;
  exports io.flowgauge.report.json;
  exports io.flowgauge.report.layout;
  exports io.flowgauge.report.prediction;
  exports io.flowgauge.report.table;
  exports io.flowgauge.report.text;

  provides io.flowgauge.spi.ComparisonRenderer with
      io.flowgauge.report.html.HtmlComparison,
      io.flowgauge.report.json.JsonComparison,
      io.flowgauge.report.text.TextComparison;
  provides io.flowgauge.spi.ReportRenderer with
      io.flowgauge.report.csv.CsvReport,
      io.flowgauge.report.html.HtmlReport,
      io.flowgauge.report.json.JsonReport,
      io.flowgauge.report.text.TextReport;
}
