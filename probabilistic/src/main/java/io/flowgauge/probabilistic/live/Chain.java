package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.RunningChain;
import java.util.Arrays;
import java.util.List;

/** What both modes share: where each data segment is, and since when. */
abstract class Chain implements RunningChain {
  /** Digits of forecasts from polynomials of full accuracy. */
  static final double RELATIVE_ERROR = 1e-9;

  private static final Law NOTHING = Law.constant(0);

  private final List<Law> services;
  private final int[] stages;
  private final double[] starts;
  private int unfinished;
  private double last;

  Chain(int dataSegments, List<Law> services) {
    checkCount("data segments", dataSegments);
    checkCount("services", services.size());
    services.forEach(Chain::check);
    this.services = services;
    stages = new int[dataSegments];
    starts = new double[dataSegments];
    unfinished = dataSegments;
  }

  private static void checkCount(String name, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(name + " must be 1 or more, but are " + count);
    }
  }

  private static void check(Law law) {
    require(law.lower() >= 0, "must not be negative", law, "clippedAtZero()");
    require(law.lostFraction() == 0, "must not lose jobs", law, "Resubmission.of(…).timeout(…)");
    require(law.sd() < Double.POSITIVE_INFINITY, "must have a variance", law, "another law");
    require(
        !law.hasAtoms() || Stages.isFixed(law),
        "must not have single values of positive probability",
        law,
        "a smooth law");
  }

  private static void require(boolean holds, String rule, Law law, String remedy) {
    if (!holds) {
      throw new IllegalArgumentException(
          "time of a service " + rule + ", but is " + law + "; try " + remedy);
    }
  }

  Law service(int stage) {
    return services.get(stage);
  }

  int serviceCount() {
    return services.size();
  }

  int segmentCount() {
    return stages.length;
  }

  int stageOf(int segment) {
    return stages[segment];
  }

  double startOf(int segment) {
    return starts[segment];
  }

  /** Moves a segment to a service, or, with the number of services, to the end. */
  void place(int segment, int stage, double at) {
    stages[segment] = stage;
    starts[segment] = at;
    unfinished -= stage == services.size() ? 1 : 0;
  }

  void checkRunning(int segment, double atSeconds) {
    if (segment < 0 || segment >= stages.length) {
      throw new IllegalArgumentException(
          "segment must be from 0 to " + (stages.length - 1) + ", but is " + segment);
    }
    if (!(atSeconds >= 0 && atSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "time must be 0 or more and finite, but is " + atSeconds + " s");
    }
    if (stages[segment] >= services.size()) {
      throw new IllegalStateException("segment " + segment + " is done");
    }
    last = Math.max(last, atSeconds);
  }

  void checkFinished(int segment, double atSeconds) {
    checkRunning(segment, atSeconds);
    if (atSeconds < starts[segment]) {
      throw new IllegalArgumentException(
          "segment "
              + segment
              + " cannot leave a service before it began at "
              + starts[segment]
              + " s, but does at "
              + atSeconds
              + " s");
    }
  }

  void checkNow(double nowSeconds) {
    if (!(nowSeconds >= last && nowSeconds < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "now must be finite and not before the last event at "
              + last
              + " s, but is "
              + nowSeconds
              + " s");
    }
  }

  /** What remains of a time of a service, nothing where its law does not allow so much. */
  static Law residual(Law service, double elapsed) {
    return service.survival(elapsed) > 0 ? ResidualLaw.of(service, elapsed) : NOTHING;
  }

  /** The longest of times of several laws. */
  static Law longest(List<Law> laws, double[] counts) {
    if (laws.stream().allMatch(Stages::isFixed)) {
      return Law.constant(laws.stream().mapToDouble(Law::mean).max().orElse(0));
    }
    return laws.size() == 1 && counts[0] == 1 ? laws.get(0) : new LongestLaw(laws, counts);
  }

  static String overdue(double count) {
    return count == 0
        ? ""
        : String.format(java.util.Locale.ROOT, "; %.0f overdue by their law", count);
  }

  @Override
  public int unfinishedSegments() {
    return unfinished;
  }

  @Override
  public String toString() {
    return getClass().getSimpleName()
        + "["
        + unfinished
        + " of "
        + stages.length
        + " data segments unfinished, in services "
        + Arrays.stream(stages).distinct().sorted().limit(10).boxed().toList()
        + "]";
  }
}
