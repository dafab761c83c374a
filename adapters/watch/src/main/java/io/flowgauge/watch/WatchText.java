package io.flowgauge.watch;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.live.LiveForecast;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.LiveView;
import io.flowgauge.live.TypeProgress;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A watched run as a page of text for a terminal, at most 100 columns wide: its progress, how long
 * it will take, what is running, and where the time has gone so far. Stateless and thread-safe.
 */
public final class WatchText {
  private static final int MOST_CLASSES = 4;
  private static final int MOST_STEPS = 5;
  private static final int MOST_WORDS = 400;

  /** Minimum share of the time for a class to be named. */
  private static final double WORTH_NAMING = 0.01;

  /** Minimum silence that is mentioned. */
  private static final Duration LONG_SILENCE = Duration.ofMinutes(2);

  private WatchText() {}

  /**
   * Writes the page for one moment.
   *
   * @param run the run
   * @param view the run at that moment
   * @param forecast the forecast of its rest
   * @param out receives the page
   * @throws IOException if it cannot be written
   */
  public static void write(LiveRun run, LiveView view, LiveForecast forecast, Appendable out)
      throws IOException {
    Page page = new Page(out);
    page.paragraph("", name(run.name()) + "  " + state(view));
    if (!view.isFinished()) {
      page.paragraph("remaining  ", remaining(forecast));
    }
    trouble(run, view, page);
    ProgressTable.write(view.types(), forecast.toCome(), page);
    RunningTable.write(view.running(), forecast, page);
    soFar(view.report().attribution(), page);
  }

  /**
   * Returns the state of a run on one line.
   *
   * @param run the run
   * @param view the run at one moment
   * @param forecast the forecast of its rest
   * @return a line without line feed
   */
  public static String line(LiveRun run, LiveView view, LiveForecast forecast) {
    return name(run.name())
        + "  "
        + state(view)
        + (view.isFinished() ? "" : "; remaining " + interval(forecast));
  }

  /**
   * Returns the line for a run about which nothing is known yet.
   *
   * @param run the run
   * @return a line without line feed
   */
  public static String waiting(LiveRun run) {
    String why = run.trouble().isEmpty() ? "" : ": " + run.trouble();
    return Human.shortened(name(run.name()) + "  waiting for the run to begin" + why, MOST_WORDS);
  }

  private static String name(String name) {
    return name.isEmpty() ? "unnamed run" : Human.shortened(name, Page.WIDTH / 2);
  }

  private static String state(LiveView view) {
    double seconds =
        view.run().makespan().map(time -> Times.seconds(Times.saturatedNanos(time))).orElse(0.0);
    int total = view.types().stream().mapToInt(TypeProgress::total).sum();
    int over = view.types().stream().mapToInt(TypeProgress::over).sum();
    int failed = view.types().stream().mapToInt(TypeProgress::failed).sum();
    List<String> parts = new ArrayList<>();
    parts.add((view.isFinished() ? "finished after " : "running for ") + Human.brief(seconds));
    parts.add(
        Human.count(over)
            + " of "
            + Human.count(total, "activity", "activities")
            + " over, "
            + Human.count(view.running().size())
            + " running");
    if (failed > 0) {
      parts.add(Human.count(failed) + " failed");
    }
    return String.join("; ", parts);
  }

  private static String remaining(LiveForecast forecast) {
    if (forecast.remaining().isEmpty()) {
      return "not known: " + forecast.why();
    }
    return interval(forecast) + ", nine times in ten; from " + forecast.basis();
  }

  private static String interval(LiveForecast forecast) {
    if (forecast.remaining().isEmpty()) {
      return "not known";
    }
    LearnedForecast rest = forecast.remaining().get();
    return Human.brief(rest.quantile(0.5))
        + " ("
        + Human.brief(rest.quantile(0.05))
        + " to "
        + Human.brief(rest.quantile(0.95))
        + ")";
  }

  private static void trouble(LiveRun run, LiveView view, Page page) throws IOException {
    if (!run.trouble().isEmpty()) {
      page.paragraph("trouble    ", run.trouble());
    }
    Duration silence = Duration.between(run.changed(), Instant.now());
    if (!view.isFinished() && silence.compareTo(LONG_SILENCE) > 0) {
      page.paragraph(
          "",
          "Nothing has been heard of it for " + Human.brief((double) silence.toSeconds()) + ".");
    }
  }

  private static void soFar(Attribution attribution, Page page) throws IOException {
    long makespan = attribution.makespanNanos();
    if (makespan <= 0) {
      return;
    }
    page.line("");
    page.paragraph("time so far  ", classes(attribution, makespan));
    List<PathStep> steps = attribution.criticalPath();
    if (!steps.isEmpty()) {
      page.paragraph("path so far  ", path(steps));
    }
  }

  private static String classes(Attribution attribution, long makespan) {
    List<String> parts = new ArrayList<>();
    parts.add("useful " + Human.roundPercent((double) attribution.idealNanos() / makespan));
    attribution.classes().entrySet().stream()
        .filter(each -> each.getValue() > WORTH_NAMING * makespan)
        .sorted(Comparator.comparing(Map.Entry<OverheadClass, Long>::getValue).reversed())
        .limit(MOST_CLASSES)
        .forEach(
            each ->
                parts.add(
                    each.getKey().label().replace('-', ' ')
                        + " "
                        + Human.roundPercent((double) each.getValue() / makespan)));
    return String.join(", ", parts);
  }

  private static String path(List<PathStep> steps) {
    List<String> parts = new ArrayList<>();
    if (steps.size() > MOST_STEPS) {
      parts.add("…");
    }
    steps.stream()
        .skip(Math.max(0, steps.size() - MOST_STEPS))
        .map(
            step ->
                Human.shortened(step.activity(), 30)
                    + " "
                    + Human.brief(Times.seconds(step.nanos())))
        .forEach(parts::add);
    return String.join(" → ", parts);
  }
}
