package io.flowgauge.nextflow;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.report.html.HtmlReport;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.RunLog;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The log of a run, and what is made of it at the end. */
final class RecordedRun {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final PluginSettings settings;
  private final String name;
  private final EventLog log;
  private final RunRecorder recorder;
  private final EarlierLogs earlier;

  private RecordedRun(PluginSettings settings, String name, String id, EventLog log) {
    this.settings = settings;
    this.name = name;
    this.log = log;
    recorder = RunLog.begin(log, id, name).alongside(Flowgauge.recorder(name));
    recorder.start(now());
    earlier = EarlierLogs.read(settings, file());
  }

  /** Begins to record. A resumed session has the same id, but another name. */
  static RecordedRun begin(PluginSettings settings, String name, String session)
      throws IOException {
    Files.createDirectories(settings.folder());
    Path file = settings.folder().resolve(name + EarlierLogs.ENDING);
    return new RecordedRun(settings, name, session + " " + name, EventLog.open(file));
  }

  private Path file() {
    return settings.folder().resolve(name + EarlierLogs.ENDING);
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
      page(report);
    }
  }

  private void page(RunReport report) throws IOException {
    Path page = settings.folder().resolve(name + ".html");
    Path draft = settings.folder().resolve(name + ".html.new");
    try (Writer out = Files.newBufferedWriter(draft, StandardCharsets.UTF_8)) {
      HtmlReport.withoutPrediction().render(report, out);
    }
    Files.move(draft, page, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    if (settings.hasSummary()) {
      System.err.println("Flowgauge: see " + page);
    }
  }
}
