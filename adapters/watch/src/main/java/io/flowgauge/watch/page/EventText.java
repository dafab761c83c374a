package io.flowgauge.watch.page;

import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveProgress;
import io.flowgauge.live.LiveRun;
import io.flowgauge.report.document.JsonDocument;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The text of the events of one moment, formatted once for all browsers. Used by one thread. */
final class EventText {
  private static final int MOST_ROWS = 1_000;

  private final LiveMonitor monitor;
  private final Analyst analyst;
  private final String id;
  private final Map<LiveProgress, String> progresses = new HashMap<>();
  private String all;

  /**
   * Creates the texts of one moment.
   *
   * @param id the id of these events
   */
  EventText(LiveMonitor monitor, Analyst analyst, String id) {
    this.monitor = monitor;
    this.analyst = analyst;
    this.id = id;
  }

  boolean isWatched(LiveRun run) {
    return monitor.run(run.id()).filter(found -> found == run).isPresent();
  }

  /** Appends an event with the most recently changed runs and the number of those left out. */
  void all(StringBuilder out) throws IOException {
    if (all == null) {
      List<LiveRun> runs = monitor.runs();
      List<LiveRun> latest =
          runs.stream()
              .map(
                  run ->
                      Map.entry(
                          run.changed(), run)) // Copied, because it may change during sorting.
              .sorted(Map.Entry.<Instant, LiveRun>comparingByKey().reversed())
              .map(Map.Entry::getValue)
              .limit(MOST_ROWS)
              .toList();
      all =
          event(
              "all",
              json -> {
                rows(json, latest);
                json.number("more", runs.size() - latest.size());
              });
    }
    out.append(all);
  }

  /** Appends an event with changed runs. */
  void changed(Collection<LiveRun> runs, StringBuilder out) throws IOException {
    out.append(event("runs", json -> rows(json, runs)));
  }

  private void rows(JsonWriter json, Collection<LiveRun> runs) throws IOException {
    json.number("now", System.currentTimeMillis() / 1e3);
    json.array(
        "runs",
        () -> {
          for (LiveRun run : runs) {
            json.object(() -> RunRow.write(json, run, analyst.outlook(run)));
          }
        });
  }

  /** Appends an event with the progress of a run. */
  void progress(LiveRun run, LiveProgress progress, StringBuilder out) throws IOException {
    String text = progresses.get(progress);
    if (text == null) {
      text =
          event(
              "progress",
              json -> {
                json.number("changes", progress.changes());
                json.flag("finished", run.isFinished());
                ProgressData.write(json, progress.types(), progress.stages());
              });
      progresses.put(progress, text);
    }
    out.append(text);
  }

  /** Appends an event that tells that the run is no longer watched. */
  void gone(StringBuilder out) throws IOException {
    out.append(event("gone", json -> {}));
  }

  /** Appends an event that shows that the server is alive. */
  void beat(StringBuilder out) throws IOException {
    out.append(event("beat", json -> {}));
  }

  private String event(String name, JsonDocument.Fields fields) throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("id: ").append(id).append("\nevent: ").append(name).append("\ndata: ");
    JsonDocument.writeLine(text, fields);
    return text.append('\n').toString();
  }
}
