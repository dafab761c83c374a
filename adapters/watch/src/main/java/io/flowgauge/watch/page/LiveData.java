package io.flowgauge.watch.page;

import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.live.RunningActivity;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Writes the data that a page shows of a run in addition to its report: its progress, and its
 * running and late activities.
 */
final class LiveData {
  private static final int MOST_RUNNING = 200;

  /** Quantile of the expected duration beyond which an activity is late. */
  private static final double LATE = 0.95;

  private final JsonWriter json;
  private final LiveRun run;
  private final LiveView view;
  private final Optional<Outlook> outlook;

  LiveData(JsonWriter json, LiveRun run, LiveView view, Optional<Outlook> outlook) {
    this.json = json;
    this.run = run;
    this.view = view;
    this.outlook = outlook;
  }

  void write() throws IOException {
    RunRow.write(json, run, outlook);
    json.number("viewed", view.changes());
    json.flag("over", view.isFinished());
    json.number("at", view.at().toEpochMilli() / 1e3);
    json.object("progress", () -> ProgressData.write(json, view.types(), view.stages()));
    List<Lateness> all =
        view.running().stream()
            .map(each -> new Lateness(each, expected(each.id())))
            .sorted(Comparator.comparingDouble(Lateness::excess).reversed())
            .toList();
    json.number("runningCount", all.size());
    json.number("lateCount", all.stream().filter(each -> each.excess() > 0).count());
    json.array("running", () -> running(all));
  }

  private Optional<Forecast> expected(String id) {
    return outlook.flatMap(known -> known.forecast().expected(id));
  }

  private void running(List<Lateness> all) throws IOException {
    for (Lateness each : all.subList(0, Math.min(MOST_RUNNING, all.size()))) {
      json.object(() -> running(each));
    }
  }

  private void running(Lateness each) throws IOException {
    RunningActivity activity = each.activity();
    json.name("id", activity.id());
    json.name("type", activity.type());
    json.number("attempt", activity.attempt());
    json.name("processor", activity.processor().orElse(""));
    json.number("seconds", activity.seconds());
    if (each.expected().isPresent()) {
      json.number("median", each.expected().get().quantile(0.5));
      json.number("most", each.expected().get().quantile(LATE));
    }
  }

  /** An activity and its expected duration. */
  private record Lateness(RunningActivity activity, Optional<Forecast> expected) {
    /**
     * Returns the seconds beyond the time that it should take at most; negative if it is not known
     * to be late.
     */
    double excess() {
      return expected
          .map(time -> activity.seconds() - time.quantile(LATE))
          .orElse(activity.seconds() - Double.MAX_VALUE);
    }
  }
}
