package io.flowgauge.nextflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.report.html.HtmlReport;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.RunLog;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Records a run in a log, and makes its summary and page at the end. */
final class RecordedRun {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final PluginSettings settings;
  private final String name;
  private final EventLog log;
  private final RunRecorder recorder;
  private final EarlierLogs earlier;

  private RecordedRun(PluginSettings settings, String name, String session) throws IOException {
    this.settings = settings;
    this.name = name;
    Path file = settings.folder().resolve(name + EarlierLogs.ENDING);
    log = EventLog.open(file);
    recorder = RunLog.begin(log, session + " " + name, name).alongside(Flowgauge.recorder(name));
    recorder.start(now());
    earlier = EarlierLogs.read(settings, file);
  }

  /** Starts recording. A resumed session has the same id, but another name. */
  static RecordedRun begin(PluginSettings settings, String name, String session)
      throws IOException {
    Files.createDirectories(settings.folder());
    return new RecordedRun(settings, name, session);
  }

  private static long now() {
    return System.currentTimeMillis() * NANOS_PER_MILLI;
  }

  RunRecorder recorder() {
    return recorder;
  }

  void end() throws IOException {
    recorder.end(now());
    log.close();
    WorkflowRun run = recorder.snapshot();
    if (run.workflow().activityCount() == 0) {
      return;
    }
    RunReport report = Flowgauge.report(run);
    if (settings.hasSummary()) {
      System.err.print(Closing.words(report, earlier.expected(run)));
    }
    if (settings.hasPage()) {
      writePage(report);
    }
  }

  private void writePage(RunReport report) throws IOException {
    Path page = settings.folder().resolve(name + ".html");
    Path draft = settings.folder().resolve(name + ".html.new");
    try (FileOutputStream bytes = new FileOutputStream(draft.toFile());
        Writer out = new OutputStreamWriter(bytes, UTF_8)) {
      HtmlReport.withoutPrediction().render(report, out);
      out.flush();
      bytes
          .getChannel()
          .force(true); // Otherwise the new name may reach the disk before the content.
    }
    Files.move(draft, page, StandardCopyOption.REPLACE_EXISTING);
    if (settings.hasSummary()) {
      System.err.println("Flowgauge: see " + page);
    }
  }
}
