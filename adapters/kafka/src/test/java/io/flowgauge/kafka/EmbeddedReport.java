package io.flowgauge.kafka;

import io.flowgauge.Flowgauge;
import io.flowgauge.report.json.JsonReport;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The report of an engine with a recorder in its own process. */
public final class EmbeddedReport {
  private EmbeddedReport() {}

  /** Returns the report of a run as JSON. */
  public static String of(WorkflowRun run) {
    StringBuilder text = new StringBuilder();
    try {
      new JsonReport().render(Flowgauge.report(run), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
