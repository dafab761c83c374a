package io.flowgauge.watch.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.watch.WatchJson;
import io.flowgauge.watch.WatchText;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The data of runs, cached so that many readers cost no more than one. Thread-safe. */
final class RunDocuments {
  private static final int MOST_KEPT = 16;

  private final Analyst analyst;
  private final Map<LiveRun, RunDocument> documents =
      Collections.synchronizedMap(
          new LinkedHashMap<>(MOST_KEPT, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<LiveRun, RunDocument> eldest) {
              return size() > MOST_KEPT;
            }
          });

  RunDocuments(Analyst analyst) {
    this.analyst = analyst;
  }

  /**
   * Returns the data of a run for the page, compressed with gzip; empty if nothing is known yet.
   */
  Optional<byte[]> data(LiveRun run) throws IOException {
    return documents.computeIfAbsent(run, any -> new RunDocument()).packed(run, analyst);
  }

  /** Returns the JSON line of a run; empty if nothing is known yet. */
  static Optional<byte[]> line(LiveRun run) throws IOException {
    return written(run, (view, forecast, out) -> WatchJson.write(view, forecast, out));
  }

  /** Returns the text page of a run for a terminal; empty if nothing is known yet. */
  static Optional<byte[]> text(LiveRun run) throws IOException {
    return written(run, (view, forecast, out) -> WatchText.write(run, view, forecast, out));
  }

  private interface Form {
    void write(LiveView view, LiveForecast forecast, Appendable out) throws IOException;
  }

  private static Optional<byte[]> written(LiveRun run, Form form) throws IOException {
    Optional<LiveView> view = run.view();
    Optional<LiveForecast> forecast = run.forecast();
    if (view.isEmpty() || forecast.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    form.write(view.get(), forecast.get(), text);
    return Optional.of(text.toString().getBytes(UTF_8));
  }
}
