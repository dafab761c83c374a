package io.flowgauge.report.text;

import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.report.layout.Human;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A run whose makespan is far from those of its group, by the modified z-score of Iglewicz and
 * Hoaglin (1993): {@code 0.6745 |x - median| / MAD > 3.5}, with MAD the median of the distances
 * from the median, and by more than a twentieth. Immutable.
 *
 * @param median median makespan of the group
 */
record FarRun(String group, String run, double seconds, double median) {
  /** MAD of normally distributed values, as a fraction of their standard deviation. */
  private static final double NORMAL = 0.6745;

  private static final double FAR = 3.5;

  /**
   * Runs within this distance of the median are not far from it, even if the MAD is tiny because
   * times are rounded to seconds.
   */
  private static final double LEAST = 0.05;

  private static final Median MEDIAN = Median.withDefaults();

  /** Minimum size of a group: with fewer runs, it is unknown which of them is the outlier. */
  private static final int FEWEST = 5;

  /** Returns all such runs of a comparison. */
  static List<FarRun> of(Comparison comparison) {
    List<FarRun> far = new ArrayList<>();
    comparison.groups().forEach(group -> add(group, far));
    return far;
  }

  private static void add(RunGroup group, List<FarRun> far) {
    double[] seconds =
        group.runs().stream()
            .map(run -> run.value(Quantity.MAKESPAN))
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    if (seconds.length < FEWEST) {
      return;
    }
    double median = MEDIAN.evaluate(seconds);
    double distance =
        MEDIAN.evaluate(Arrays.stream(seconds).map(s -> Math.abs(s - median)).toArray());
    for (RunValues run : group.runs()) {
      double own = run.value(Quantity.MAKESPAN).orElse(median);
      double deviation = Math.abs(own - median);
      if (NORMAL * deviation > FAR * distance && deviation > LEAST * median) {
        far.add(new FarRun(group.name(), run.name(), own, median));
      }
    }
  }

  String remark() {
    return Human.format(
        "%s of %s took %s, far from its group's median of %s; a disturbed run makes the noise look"
            + " larger.",
        run, group, Human.brief(seconds), Human.brief(median));
  }
}
