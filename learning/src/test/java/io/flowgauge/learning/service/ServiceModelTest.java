package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceModelTest {
  private static final int TRIES = 20;
  private static final int RUNS = 4;
  private static final int ACTIVITIES = 8;

  /** Tolerance for sums that are added in a different order. */
  private static final double ROUNDING = 1e-9;

  private static final ServiceQuantiles QUANTILES = ServiceQuantiles.plain();

  private static double median(ServiceEstimate estimate) {
    return QUANTILES.seconds(estimate, 0.5);
  }

  private static double variance(ServiceEstimate e) {
    return e.ownVariance() + e.residualVariance() + e.runVariance() + e.runTypeVariance();
  }

  private static Work next(int type) {
    return SimulatedRuns.work(type, "next", 2e6);
  }

  private static Work plain(String type, String run) {
    Optional<String> none = Optional.empty();
    return new Work(type, none, none, none, run, InputSize.UNKNOWN);
  }

  @Property(tries = TRIES)
  void learn_otherOrder_sameModel(@ForAll int seed) {
    List<Observation> runs = new SimulatedRuns(seed).runs(RUNS, ACTIVITIES);
    List<Observation> shuffled = new ArrayList<>(runs);
    Collections.shuffle(shuffled, new Random(seed));
    assertThat(ServiceModel.learn(shuffled).estimate(next(1)))
        .isEqualTo(ServiceModel.learn(runs).estimate(next(1)));
  }

  @Property(tries = TRIES)
  void learn_otherNames_sameForecast(@ForAll int seed) {
    List<Observation> runs = new SimulatedRuns(seed).runs(RUNS, ACTIVITIES);
    List<Observation> renamed =
        runs.stream()
            .map(o -> new Observation(SimulatedRuns.renamed(o.work(), this::other), o.seconds()))
            .toList();
    ServiceEstimate before = ServiceModel.learn(runs).estimate(next(1));
    ServiceEstimate after =
        ServiceModel.learn(renamed).estimate(SimulatedRuns.renamed(next(1), this::other));
    assertThat(after.mean()).isCloseTo(before.mean(), within(ROUNDING));
    assertThat(variance(after)).isCloseTo(variance(before), within(ROUNDING));
  }

  private String other(String name) {
    return new StringBuilder(name).reverse() + "'";
  }

  @Property(tries = TRIES)
  void learn_timesScaled_forecastScaled(
      @ForAll int seed, @ForAll @DoubleRange(min = 0.5, max = 100) double factor) {
    List<Observation> runs = new SimulatedRuns(seed).runs(RUNS, ACTIVITIES);
    List<Observation> scaled =
        runs.stream().map(o -> new Observation(o.work(), factor * o.seconds())).toList();
    ServiceEstimate before = ServiceModel.learn(runs).estimate(next(2));
    ServiceEstimate after = ServiceModel.learn(scaled).estimate(next(2));
    // times are shifted by 0.01 s before logarithms are taken, and are 3 s or more here
    assertThat(median(after))
        .isCloseTo(factor * median(before), within(0.01 * factor * median(before)));
    assertThat(variance(after)).isCloseTo(variance(before), within(0.02 * variance(before)));
  }

  @Property(tries = TRIES)
  void estimate_moreHistory_isNarrowerAndUnbiased(@ForAll @IntRange(min = 0) int seed) {
    SimulatedRuns simulated = new SimulatedRuns(seed);
    ServiceModel few = ServiceModel.learn(simulated.runs(2, ACTIVITIES));
    ServiceModel many = ServiceModel.learn(simulated.runs(60, ACTIVITIES));
    double error = 0;
    double width = 0;
    for (int type = 0; type < SimulatedRuns.TYPES; type++) {
      error += many.estimate(next(type)).mean() - simulated.truth(type, 2e6);
      width += variance(few.estimate(next(type))) - variance(many.estimate(next(type)));
    }
    assertThat(width).isPositive();
    // four standard errors of the mean of 60 runs that deviate by 0.1, a fifth more for types
    assertThat(error / SimulatedRuns.TYPES).isCloseTo(0, within(4 * 0.1 * 1.2 / Math.sqrt(60)));
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 80, 90})
  void estimate_nextRun_isCovered(int percent) {
    double tail = (1 - percent / 100.0) / 2;
    int covered = 0;
    int count = 0;
    for (int seed = 0; seed < 150; seed++) {
      SimulatedRuns simulated = new SimulatedRuns(seed);
      ServiceModel model = ServiceModel.learn(simulated.runs(8, ACTIVITIES));
      for (Observation o : simulated.run("next", 2)) {
        ServiceEstimate estimate = model.estimate(o.work());
        boolean isLate = o.seconds() >= QUANTILES.seconds(estimate, tail);
        covered += isLate && o.seconds() <= QUANTILES.seconds(estimate, 1 - tail) ? 1 : 0;
        count++;
      }
    }
    // 1,200 activities of 150 histories: a standard error of 2; deviations of runs are assumed to
    // be somewhat wider than they are here, and to have tails
    assertThat(100.0 * covered / count).isBetween(percent - 4.0, percent + 12.0);
  }

  @Test
  void estimate_sizeSaysNothing_isBetweenMeanAndMedian() {
    List<Observation> history = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      history.add(new Observation(plain("skewed", "run"), k < 70 ? 10 : 40));
    }
    double forecast = median(ServiceModel.learn(history).estimate(plain("skewed", "run2")));
    assertThat(forecast).isBetween(10.0, Math.exp(0.7 * Math.log(10) + 0.3 * Math.log(40)));
  }

  @Test
  void estimate_commonInput_isSubtracted() {
    List<Observation> history = new ArrayList<>();
    for (int k = 1; k <= 20; k++) {
      InputSize input = new InputSize(Double.NaN, 3e9 + k * 1e8, Double.NaN);
      Optional<String> none = Optional.empty();
      history.add(new Observation(new Work("map", none, none, none, "run", input), k * 10));
    }
    Work work = history.get(9).work();
    assertThat(median(ServiceModel.learn(history).estimate(work))).isCloseTo(100, within(12.0));
  }

  /**
   * Inputs of 1 GB plus a part that doubles up to 46 MB; times are 30 s plus 10 s for each MB of
   * that part.
   */
  private static List<Observation> nearlyTheSameSizes() {
    List<Observation> history = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      double own = 9e4 * (1 << k);
      history.add(new Observation(SimulatedRuns.work(0, "run", 1e9 + own), 30 + own / 1e5));
    }
    return history;
  }

  @Test
  void estimate_sizesNearlyTheSame_smallPartIsKnown() {
    ServiceModel model = ServiceModel.learn(nearlyTheSameSizes());
    double forecast = median(model.estimate(SimulatedRuns.work(0, "run", 1e9 + 100e6)));
    assertThat(forecast).isCloseTo(30 + 100 * 10, within(100.0));
  }

  @Test
  void estimate_farFromSizesNearlyTheSame_sizeSaysNothing() {
    ServiceModel model = ServiceModel.learn(nearlyTheSameSizes());
    double forecast = median(model.estimate(SimulatedRuns.work(0, "run", 1e10)));
    assertThat(forecast).isBetween(30.0, 500.0);
  }

  @Test
  void estimate_oneSmallerInput_saysNothingOfLargeOnes() {
    List<Observation> history = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      boolean isLast = k % 25 == 24;
      history.add(new Observation(SimulatedRuns.work(0, "run", isLast ? 24 : 25), isLast ? 1 : 9));
    }
    ServiceModel model = ServiceModel.learn(history);
    assertThat(median(model.estimate(SimulatedRuns.work(0, "run", 250)))).isBetween(5.0, 10.0);
  }

  @Test
  void estimate_farLargerInput_goesOnInProportion() {
    List<Observation> history = new ArrayList<>();
    for (int k = 1; k <= 20; k++) {
      history.add(new Observation(SimulatedRuns.work(0, "run", k * 1e6), k * 10));
    }
    ServiceModel model = ServiceModel.learn(history);
    double forecast = median(model.estimate(SimulatedRuns.work(0, "run", 1e9)));
    assertThat(forecast).isCloseTo(1e4, within(2e3));
  }

  @Test
  void estimate_knownMachineAndIdentity_areUsed() {
    List<Observation> history = new ArrayList<>();
    for (int k = 0; k < 200; k++) {
      boolean isSlow = k % 2 == 1;
      boolean isLong = k % 4 >= 2;
      Work work = placed(isSlow ? "slow" : "fast", isLong ? "long" : "short", "run" + k % 5);
      history.add(new Observation(work, 10 * (isSlow ? 2 : 1) * (isLong ? 3 : 1)));
    }
    ServiceModel model = ServiceModel.learn(history);
    assertThat(median(model.estimate(placed("slow", "long", "next")))).isCloseTo(60, within(3.0));
    assertThat(median(model.estimate(placed("fast", "short", "next")))).isCloseTo(10, within(0.5));
    assertThat(variance(model.estimate(placed("other", "long", "next"))))
        .isGreaterThan(variance(model.estimate(placed("slow", "long", "next"))));
    assertThat(model.machines()).containsExactlyInAnyOrder("slow", "fast");
  }

  private static Work placed(String machine, String identity, String run) {
    return new Work(
        "type",
        Optional.of(identity),
        Optional.empty(),
        Optional.of(machine),
        run,
        InputSize.UNKNOWN);
  }

  @Test
  void estimate_unknownType_saysHowTypesDiffer() {
    ServiceModel model =
        ServiceModel.learn(
            List.of(
                new Observation(plain("short", "run"), 1),
                new Observation(plain("long", "run"), 100)));
    assertThat(model.knows("other")).isFalse();
    assertThat(model.observations("other") + model.runs("other")).isZero();
    ServiceEstimate estimate = model.estimate(plain("other", "next"));
    assertThat(median(estimate)).isCloseTo(10, within(0.1));
    assertThat(variance(estimate)).isGreaterThan(5);
  }

  @Test
  void learn_nothing_knowsNothing() {
    ServiceModel model = ServiceModel.learn(List.of());
    assertThat(model.types()).isEmpty();
    assertThat(model.machines()).isEmpty();
    assertThat(variance(model.estimate(plain("any", "next")))).isCloseTo(9.61, within(1e-6));
  }

  @Test
  void counts_ofKnownType_areThoseLearned() {
    ServiceModel model = ServiceModel.learn(new SimulatedRuns(1).runs(RUNS, ACTIVITIES));
    assertThat(model.types()).containsExactly("type0", "type1", "type2", "type3");
    assertThat(model.observations("type1")).isEqualTo(RUNS * ACTIVITIES);
    assertThat(model.runs("type1")).isEqualTo(RUNS);
    assertThat(model.knows("type1")).isTrue();
  }

  @Test
  void learn_zeroTimes_forecastsZero() {
    List<Observation> history = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      history.add(new Observation(plain("stage", "run" + k % 3), 0));
    }
    assertThat(median(ServiceModel.learn(history).estimate(plain("stage", "next"))))
        .isCloseTo(0, within(1e-9));
  }
}
