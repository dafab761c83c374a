package io.flowgauge.nextflow;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.report.layout.Human;
import io.flowgauge.trace.Times;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The summary that is printed at the end of a run. */
final class Closing {
  private static final int MOST = 3;

  private Closing() {}

  /** Returns a line on the use of the run's time, and one on its expected time. */
  static String words(RunReport report, Optional<LearnedForecast> expected) {
    Attribution attribution = report.attribution();
    long makespan = attribution.makespanNanos();
    if (makespan <= 0) {
      return "";
    }
    String losses =
        attribution.classes().entrySet().stream()
            .filter(loss -> loss.getValue() > 0)
            .sorted(Comparator.comparing(Map.Entry<OverheadClass, Long>::getValue).reversed())
            .limit(MOST)
            .map(
                loss ->
                    loss.getKey().label().replace('-', ' ')
                        + " "
                        + share(loss.getValue(), makespan))
            .collect(Collectors.joining(", "));
    String line =
        "Flowgauge: of "
            + Human.brief(Times.seconds(makespan))
            + ", "
            + share(attribution.idealNanos(), makespan)
            + " was useful"
            + (losses.isEmpty() ? "" : "; lost to " + losses)
            + "\n";
    return line + expected.map(Closing::words).orElse("");
  }

  private static String words(LearnedForecast expected) {
    return "Flowgauge: earlier runs suggested "
        + Human.brief(expected.quantile(0.5))
        + ", and with a probability of 90 % between "
        + Human.brief(expected.quantile(0.05))
        + " and "
        + Human.brief(expected.quantile(0.95))
        + "\n";
  }

  private static String share(long nanos, long makespan) {
    return Human.roundPercent((double) nanos / makespan);
  }
}
