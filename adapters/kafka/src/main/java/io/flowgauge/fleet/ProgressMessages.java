package io.flowgauge.fleet;

import io.flowgauge.live.LiveRun;
import io.flowgauge.live.TypeProgress;
import io.flowgauge.report.document.JsonDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;

/** Writes the messages published about a run in progress. Stateless. */
final class ProgressMessages {
  private ProgressMessages() {}

  /** The progress of a run, as JSON, after a change. */
  static String change(LiveRun run, List<TypeProgress> types) {
    return text(
        json -> {
          json.name("run", run.id());
          json.name("name", run.name());
          json.text("time", Instant.now().toString());
          json.number("activities", types.stream().mapToLong(TypeProgress::total).sum());
          json.number("over", types.stream().mapToLong(TypeProgress::over).sum());
          json.number("running", types.stream().mapToLong(TypeProgress::running).sum());
          json.number("failed", types.stream().mapToLong(TypeProgress::failed).sum());
        });
  }

  /**
   * An alarm as JSON.
   *
   * @param kind late, stalled or failing
   * @param of the activity or type it is about; empty if it is about the whole run
   */
  static String alarm(String run, String name, String kind, String of, String message) {
    return text(
        json -> {
          json.name("run", run);
          json.name("name", name);
          json.text("time", Instant.now().toString());
          json.text("alarm", kind);
          json.name("of", of);
          json.text("message", message);
        });
  }

  private static String text(JsonDocument.Fields fields) {
    StringBuilder text = new StringBuilder();
    try {
      JsonDocument.writeLine(text, fields);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // It is written to memory.
    }
    return text.toString();
  }
}
