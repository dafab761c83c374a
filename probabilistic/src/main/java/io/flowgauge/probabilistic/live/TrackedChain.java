package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.law.Laws;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A running chain in either mode: the service that each data segment is in, and since when. Not
 * thread-safe.
 */
public abstract class TrackedChain implements RunningChain {
  /** Relative error of forecasts from polynomials of full accuracy. */
  static final double RELATIVE_ERROR = 1e-9;

  private static final Law NOTHING = Law.constant(0);

  private final List<Law> services;
  private final int[] stages;
  private final double[] starts;
  private int unfinished;
  private double last;

  TrackedChain(int dataSegments, List<Law> services) {
    Arguments.requireCount("data segments", dataSegments);
    Arguments.requireCount("services", services.size());
    services.forEach(TrackedChain::check);
    this.services = services;
    stages = new int[dataSegments];
    starts = new double[dataSegments];
    unfinished = dataSegments;
  }

  /**
   * Returns a run at its start.
   *
   * @param services laws of the time each service takes for a data segment
   * @throws IllegalArgumentException as {@link RunningChain#of} says
   */
  public static RunningChain of(Mode mode, int dataSegments, List<Law> services) {
    List<Law> laws = services.stream().map(law -> Laws.latency("service", law)).toList();
    return mode == Mode.DP ? new DpChain(dataSegments, laws) : new DspChain(dataSegments, laws);
  }

  private static void check(Law law) {
    require(law.lower() >= 0, "must not allow negative times", law, "clippedAtZero()");
    require(law.lostFraction() == 0, "must not lose jobs", law, "Resubmission.of(…).timeout(…)");
    require(law.sd() < Double.POSITIVE_INFINITY, "must have a finite variance", law, "another law");
    require(
        !law.hasAtoms() || Laws.isFixed(law),
        "must not have atoms (single values of positive probability) unless it is constant",
        law,
        "a smooth law");
  }

  private static void require(boolean holds, String rule, Law law, String remedy) {
    if (!holds) {
      throw new IllegalArgumentException(
          "law of a service " + rule + ", but is " + law + "; try " + remedy);
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

  /** Moves a segment to a service; the number of services stands for the end. */
  void place(int segment, int stage, double at) {
    stages[segment] = stage;
    starts[segment] = at;
    last = Math.max(last, at);
    unfinished -= stage == services.size() ? 1 : 0;
  }

  void checkRunning(int segment, double atSeconds) {
    if (segment < 0 || segment >= stages.length) {
      throw new IllegalArgumentException(
          "segment must be from 0 to " + (stages.length - 1) + ", but is " + segment);
    }
    Arguments.requireTime("time", atSeconds);
    if (stages[segment] >= services.size()) {
      throw new IllegalStateException("segment " + segment + " is already done");
    }
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
    Arguments.requireNow(nowSeconds, last);
  }

  /**
   * Returns the law of the rest of a time in a service; 0 if it has taken longer than its law
   * allows.
   */
  static Law residual(Law service, double elapsed) {
    return service.survival(elapsed) > 0 ? ResidualLaw.of(service, elapsed) : NOTHING;
  }

  /** Returns the law of the longest of times of several laws. */
  static Law longest(List<Law> laws, double[] counts) {
    if (laws.stream().allMatch(Laws::isFixed)) {
      return Law.constant(laws.stream().mapToDouble(Law::mean).max().orElse(0));
    }
    return laws.size() == 1 && counts[0] == 1 ? laws.get(0) : new LongestLaw(laws, counts);
  }

  static String overdue(double count) {
    return count == 0
        ? ""
        : String.format(Locale.ROOT, "; %.0f running longer than the law allows", count);
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
