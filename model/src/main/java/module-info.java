/** Workflow graph, execution graphs, runs, and the trace formats. */
@SuppressWarnings("module") // The modules that see the columns are compiled after this one.
module io.flowgauge.model {
  requires com.fasterxml.jackson.core;
  requires com.fasterxml.jackson.dataformat.csv;
  requires transitive io.flowgauge.api;
  requires io.flowgauge.netlogger;
  requires java.xml;

  exports io.flowgauge.model.core to
      io.flowgauge.metrics;
  exports io.flowgauge.model.document to
      io.flowgauge.cli;
  exports io.flowgauge.model.graph to
      io.flowgauge.metrics,
      io.flowgauge.probabilistic;

  uses io.flowgauge.spi.AnalysisProvider;
  uses io.flowgauge.trace.RunReader;
  uses io.flowgauge.trace.RunWriter;

  provides io.flowgauge.spi.ModelProvider with
      io.flowgauge.model.ModelService;
  provides io.flowgauge.trace.RunReader with
      io.flowgauge.model.document.RunDocumentReader,
      io.flowgauge.model.wfformat.WfFormatReader,
      io.flowgauge.model.nextflow.NextflowTraceReader,
      io.flowgauge.model.nextflow.NextflowEventsReader,
      io.flowgauge.model.nextflow.ExecutionReportReader,
      io.flowgauge.model.pegasus.StampedeReader,
      io.flowgauge.model.pegasus.SubmitReader,
      io.flowgauge.model.makeflow.MakeflowReader,
      io.flowgauge.model.makeflow.WorkQueueReader,
      io.flowgauge.model.snakemake.SnakemakeReader,
      io.flowgauge.model.condor.UserLogReader,
      io.flowgauge.model.slurm.SlurmReader,
      io.flowgauge.model.otlp.OtlpReader,
      io.flowgauge.model.crate.CrateReader;
  provides io.flowgauge.trace.RunWriter with
      io.flowgauge.model.document.RunDocumentWriter,
      io.flowgauge.model.wfformat.WfFormatWriter,
      io.flowgauge.model.chrome.ChromeTraceWriter,
      io.flowgauge.model.dot.DotWriter,
      io.flowgauge.model.otlp.OtlpWriter;
}
