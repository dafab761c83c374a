/** The public types and interfaces of Flowgauge; no signature contains a third-party type. */
@SuppressWarnings("module") // The modules named in the export are compiled later.
module io.flowgauge.api {
  requires static org.jspecify; // Only compilers and editors read its annotations.

  exports io.flowgauge;
  exports io.flowgauge.analysis;
  exports io.flowgauge.comparison;
  exports io.flowgauge.history;
  exports io.flowgauge.internal to
      io.flowgauge.live,
      io.flowgauge.traces;
  exports io.flowgauge.prediction;
  exports io.flowgauge.run;
  exports io.flowgauge.spi;
  exports io.flowgauge.trace;
  exports io.flowgauge.workflow;

  uses io.flowgauge.spi.AnalysisProvider;
  uses io.flowgauge.spi.ComparisonProvider;
  uses io.flowgauge.spi.DocumentFormat;
  uses io.flowgauge.spi.HistoryProvider;
  uses io.flowgauge.spi.ModelProvider;
  uses io.flowgauge.spi.PredictionProvider;
  uses io.flowgauge.spi.ReportRenderer;
  uses io.flowgauge.spi.TraceProvider;
}
