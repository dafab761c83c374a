/** Reads and writes trace files of workflow engines and schedulers, and run documents. */
@SuppressWarnings("module") // The module that uses the packages is compiled after this one.
module io.flowgauge.traces {
  requires com.fasterxml.jackson.core;
  requires de.siegmar.fastcsv;
  requires io.flowgauge.api;
  requires io.flowgauge.model;
  requires io.flowgauge.netlogger;
  requires java.xml;
  requires org.tukaani.xz;

  exports io.flowgauge.traces.json to
      io.flowgauge.receivers;
  exports io.flowgauge.traces.otlp to
      io.flowgauge.receivers;

  uses io.flowgauge.spi.AnalysisProvider;
  uses io.flowgauge.trace.RunReader;
  uses io.flowgauge.trace.RunWriter;

  provides io.flowgauge.spi.DocumentFormat with
      io.flowgauge.traces.json.JsonDocuments;
  provides io.flowgauge.spi.TraceProvider with
      io.flowgauge.traces.TraceService;
  provides io.flowgauge.trace.RunReader with
      io.flowgauge.traces.document.RunDocumentReader,
      io.flowgauge.traces.wfformat.WfFormatReader,
      io.flowgauge.traces.nextflow.NextflowTraceReader,
      io.flowgauge.traces.nextflow.NextflowEventsReader,
      io.flowgauge.traces.nextflow.ExecutionReportReader,
      io.flowgauge.traces.pegasus.StampedeReader,
      io.flowgauge.traces.pegasus.SubmitReader,
      io.flowgauge.traces.makeflow.MakeflowReader,
      io.flowgauge.traces.makeflow.WorkQueueReader,
      io.flowgauge.traces.snakemake.SnakemakeReader,
      io.flowgauge.traces.condor.UserLogReader,
      io.flowgauge.traces.slurm.SlurmReader,
      io.flowgauge.traces.otlp.OtlpReader,
      io.flowgauge.traces.crate.CrateReader,
      io.flowgauge.traces.cromwell.CromwellReader,
      io.flowgauge.traces.argo.ArgoReader,
      io.flowgauge.traces.cwltool.CwltoolReader,
      io.flowgauge.traces.spark.SparkReader,
      io.flowgauge.traces.airflow.AirflowReader,
      io.flowgauge.traces.toil.ToilReader,
      io.flowgauge.traces.dask.TaskStreamReader;
  provides io.flowgauge.trace.RunWriter with
      io.flowgauge.traces.document.RunDocumentWriter,
      io.flowgauge.traces.wfformat.WfFormatWriter,
      io.flowgauge.traces.chrome.ChromeTraceWriter,
      io.flowgauge.traces.dot.DotWriter,
      io.flowgauge.traces.otlp.OtlpWriter;
}
