package io.flowgauge.metrics.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Difference.Verdict;
import io.flowgauge.comparison.GroupSlowdown;
import io.flowgauge.comparison.GroupSpeedup;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupComparisonTest {
  private static final Quantity QUEUE = overhead("queue-residency");
  private static final Quantity PATH =
      new Quantity(Kind.METRIC, "", "critical-path-processing", Unit.SECONDS);

  private static Quantity overhead(String name) {
    return new Quantity(Kind.OVERHEAD, "", name, Unit.SECONDS);
  }

  private static RunGroup group(String name, Quantity quantity, double... values) {
    List<RunValues> runs = new ArrayList<>();
    for (double value : values) {
      runs.add(RunValues.of(name, Set.of(), Map.of(quantity, value)));
    }
    return new RunGroup(name, runs);
  }

  private static Difference difference(Quantity quantity, RunGroup before, RunGroup after) {
    return Flowgauge.compare(List.of(before, after))
        .quantity(quantity)
        .orElseThrow()
        .differences()
        .get(1)
        .orElseThrow();
  }

  /** The expected values are those of SciPy 1.17. */
  @Test
  void compare_fewerRunsVaryMore_isTheTestOfWelch() {
    Difference difference =
        difference(
            QUEUE, group("a", QUEUE, 9.2, 10.3, 11.4), group("b", QUEUE, 13.1, 13.9, 12.7, 14.3));

    assertThat(difference.absolute()).isCloseTo(3.2, within(1e-12));
    assertThat(difference.relative().value()).isCloseTo(3.2 / 10.3, within(1e-12));
    assertThat(difference.low().value()).isCloseTo(0.9841950378603221, within(1e-9));
    assertThat(difference.high().value()).isCloseTo(5.4158049621396795, within(1e-9));
    assertThat(difference.pValue().value()).isCloseTo(0.018178624653177548, within(1e-9));
    assertThat(difference.effectSize().value()).isCloseTo(2.677063846475979, within(1e-9));
    assertThat(difference.verdict()).isEqualTo(Verdict.EXCEEDS_NOISE);
  }

  /** The expected values are those of SciPy 1.17. */
  @Test
  void compare_fewerRunsVaryLess_isTheTestOfStudent() {
    Difference difference =
        difference(
            QUEUE, group("a", QUEUE, 10.2, 9.8, 10.9), group("b", QUEUE, 12.1, 12.9, 11.7, 13.3));

    assertThat(difference.low().value()).isCloseTo(0.8917783971401594, within(1e-9));
    assertThat(difference.high().value()).isCloseTo(3.5082216028598427, within(1e-9));
    assertThat(difference.pValue().value()).isCloseTo(0.007550036066711329, within(1e-9));
    assertThat(difference.effectSize().value()).isCloseTo(2.8505522138458037, within(1e-9));
  }

  /**
   * One of seven runs took three times as long as the others; the t-test alone gives p of about
   * 0.3.
   */
  @Test
  void compare_oneRunDisturbed_isShownByItsRanks() {
    RunGroup before = group("a", QUEUE, 12.1, 10.9, 7.6, 11.5, 12.0, 15.9, 14.2);
    RunGroup after = group("b", QUEUE, 17.3, 18.1, 16.4, 16.9, 17.7, 18.8, 55.0);
    Difference difference = difference(QUEUE, before, after);

    assertThat(difference.low().value()).isNegative();
    // All of one group before all of the other: 2 of 3,432 orders, doubled for two tests.
    assertThat(difference.pValue().value()).isCloseTo(2 * 2.0 / 3432, within(1e-12));
    assertThat(difference.verdict()).isEqualTo(Verdict.EXCEEDS_NOISE);
  }

  @Test
  void compare_oneRunEach_provesLittle() {
    Difference difference = difference(QUEUE, group("a", QUEUE, 1), group("b", QUEUE, 100));

    assertThat(difference.verdict()).isEqualTo(Verdict.ONE_RUN_EACH);
    assertThat(difference.absolute()).isEqualTo(99);
    assertThat(difference.pValue().isMeasured()).isFalse();
  }

  @Test
  void compare_oneRunAgainstMany_isTheTestOfANewObservation() {
    RunGroup many = group("a", QUEUE, 10, 11, 12, 11, 10, 12);

    assertThat(difference(QUEUE, many, group("b", QUEUE, 12.5)).verdict())
        .isEqualTo(Verdict.WITHIN_NOISE);
    assertThat(difference(QUEUE, many, group("b", QUEUE, 20)).verdict())
        .isEqualTo(Verdict.EXCEEDS_NOISE);
    assertThat(difference(QUEUE, group("b", QUEUE, 20), many).absolute()).isEqualTo(-9);
  }

  @Test
  void compare_withoutNoise_isNotTested() {
    assertThat(difference(QUEUE, group("a", QUEUE, 0, 0), group("b", QUEUE, 0, 0)).verdict())
        .isEqualTo(Verdict.EQUAL);
    Difference differs = difference(QUEUE, group("a", QUEUE, 0, 0), group("b", QUEUE, 1, 1));
    assertThat(differs.verdict()).isEqualTo(Verdict.NO_NOISE_SEEN);
    assertThat(differs.relative().isMeasured()).isFalse();
  }

  @Test
  void compare_notMeasuredInOneGroup_hasNoDifference() {
    var compared =
        Flowgauge.compare(List.of(group("a", QUEUE, 1, 2), group("b", PATH, 1, 2)))
            .quantity(QUEUE)
            .orElseThrow();

    assertThat(compared.samples().get(1)).isEmpty();
    assertThat(compared.differences().get(1)).isEmpty();
  }

  @Test
  void compare_classLackingOnACriticalPath_gotNothing() {
    Quantity ideal = new Quantity(Kind.CRITICAL_PATH, "", "ideal", Unit.SECONDS);
    Quantity restart = new Quantity(Kind.CRITICAL_PATH, "", "restart", Unit.SECONDS);
    RunGroup before = group("a", ideal, 1, 2);
    RunGroup after =
        new RunGroup("b", List.of(RunValues.of("b", Set.of(), Map.of(ideal, 1.0, restart, 5.0))));

    assertThat(difference(restart, before, after).absolute()).isEqualTo(5);
  }

  /**
   * Twenty classes that do not differ: without correction, each would be found to differ in one of
   * twenty cases.
   */
  @Test
  void compare_manyClassesWithoutDifference_areSeldomSaidToDiffer() {
    Random random = new Random(7);
    int wrong = 0;
    for (int k = 0; k < 400; k++) {
      Comparison comparison =
          Flowgauge.compare(List.of(random("a", random, 0), random("b", random, 0)));
      boolean any =
          comparison.quantities().stream()
              .anyMatch(
                  q -> q.differences().get(1).orElseThrow().verdict() == Verdict.EXCEEDS_NOISE);
      wrong += any ? 1 : 0;
    }
    // 5 % of 400 plus four standard errors; without correction it would be 64 %.
    assertThat(wrong).isLessThan(20 + 18);
  }

  /**
   * Two runs often happen to vary little, and Welch's test alone then trusts them: of two runs and
   * fifty of one normal law, it says in 12 % of all cases that they differ.
   */
  @Test
  void compare_fewRunsWithMany_areSeldomSaidToDifferByChance() {
    Random random = new Random(5);
    int wrong = 0;
    int covered = 0;
    for (int k = 0; k < 2000; k++) {
      Difference difference =
          difference(QUEUE, normal("a", random, 0, 50), normal("b", random, 0, 2));
      wrong += difference.verdict() == Verdict.EXCEEDS_NOISE ? 1 : 0;
      covered += difference.low().value() <= 0 && 0 <= difference.high().value() ? 1 : 0;
    }
    // 5 % and four standard errors.
    assertThat(wrong).isLessThan(100 + 39);
    assertThat(covered).isGreaterThan(1900 - 39);
  }

  /** With the degrees of freedom of Welch's test, the mean would be 0.9. */
  @Test
  void compare_fewRunsWithMany_haveAnEffectSizeWithoutBias() {
    Random random = new Random(6);
    double sum = 0;
    for (int k = 0; k < 2000; k++) {
      sum +=
          difference(QUEUE, normal("a", random, 0, 50), normal("b", random, 2, 2))
              .effectSize()
              .value();
    }
    assertThat(sum / 2000).isCloseTo(2, within(0.15));
  }

  private static RunGroup normal(String name, Random random, double mean, int runs) {
    return group(
        name, QUEUE, random.doubles(runs).map(each -> mean + random.nextGaussian()).toArray());
  }

  @Test
  void compare_noiseOfTwoRuns_hasNoEffectSize() {
    Difference difference = difference(QUEUE, group("a", QUEUE, 1, 2), group("b", QUEUE, 900));
    assertThat(difference.verdict()).isEqualTo(Verdict.EXCEEDS_NOISE);
    assertThat(difference.effectSize().reason()).contains("only two runs show the noise");
  }

  @Test
  void compare_intervals_coverTheTrueDifference() {
    Random random = new Random(11);
    int covered = 0;
    int all = 0;
    for (int k = 0; k < 100; k++) {
      Comparison comparison =
          Flowgauge.compare(List.of(random("a", random, 0), random("b", random, 3)));
      for (var compared : comparison.quantities()) {
        Difference difference = compared.differences().get(1).orElseThrow();
        covered += difference.low().value() <= 3 && 3 <= difference.high().value() ? 1 : 0;
        all++;
      }
    }
    assertThat(covered / (double) all).isBetween(0.95 - 0.02, 0.95 + 0.02);
  }

  private static RunGroup random(String name, Random random, double shift) {
    List<RunValues> runs = new ArrayList<>();
    for (int run = 0; run < 5; run++) {
      Map<Quantity, Double> values = new HashMap<>();
      for (int k = 0; k < 20; k++) {
        values.put(
            overhead("class" + k), 10 + shift + (shift == 0 ? 1 : 2) * random.nextGaussian());
      }
      runs.add(RunValues.of(name, Set.of(), values));
    }
    return new RunGroup(name, runs);
  }

  @Test
  void siteSpeedups_fromSingleSites_areThoseOfTheEquation() {
    Comparison comparison =
        Flowgauge.compare(
            List.of(
                onSites("AB", 30, "A", "B"),
                onSites("A", 60, "A"),
                onSites("B", 40, "B"),
                onSites("AC", 20, "A", "C")));

    assertThat(comparison.siteSpeedups())
        .extracting(GroupSpeedup::group)
        .containsExactly("A", "B", "AB");
    GroupSpeedup both = comparison.siteSpeedups().get(2);
    assertThat(both.speedup().speedup()).isCloseTo(40.0 / 30, within(1e-12));
    assertThat(both.speedup().efficiency())
        .isCloseTo(1.0 / 30 / (1.0 / 60 + 1.0 / 40), within(1e-12));
  }

  /** Each run of the last group used one site, so that nothing ran on both. */
  @Test
  void siteSpeedups_runsOnDifferentSites_areLeftOut() {
    RunGroup first = onSites("A", 60, "A");
    RunGroup second = onSites("B", 40, "B");
    List<RunValues> each = List.of(first.runs().get(0), second.runs().get(0));
    Comparison comparison = Flowgauge.compare(List.of(first, second, new RunGroup("either", each)));
    assertThat(comparison.siteSpeedups()).extracting(GroupSpeedup::group).containsExactly("A", "B");
  }

  private static RunGroup onSites(String name, double makespan, String... sites) {
    return new RunGroup(
        name, List.of(RunValues.of(name, Set.of(sites), Map.of(Quantity.MAKESPAN, makespan))));
  }

  @Test
  void refinements_ofWorkflows_areRatiosOfCriticalPaths() {
    Comparison comparison =
        Flowgauge.compare(List.of(group("g", PATH, 30, 34), group("h", PATH, 16)));

    assertThat(comparison.refinements()).hasSize(1);
    assertThat(comparison.refinements().get(0).speedup().speedup().value()).isEqualTo(2);
  }

  @Test
  void slowdowns_againstAWorkflowOfOne_takeItsTime() {
    RunGroup one =
        new RunGroup(
            "one",
            List.of(
                RunValues.of(
                    "one",
                    Set.of(),
                    Map.of(
                        new Quantity(Kind.TYPE, "p", "count", Unit.COUNT), 1.0,
                        new Quantity(Kind.TYPE, "p", "total", Unit.SECONDS), 10.0))));
    String section = "parallel of p";
    RunGroup five =
        new RunGroup(
            "five",
            List.of(
                RunValues.of(
                    "five",
                    Set.of(),
                    Map.of(
                        new Quantity(Kind.REGION, section, "slowdown", Unit.RATIO),
                        7.5,
                        new Quantity(Kind.REGION, section, "members", Unit.COUNT),
                        5.0,
                        new Quantity(Kind.REGION, section, "members-times-slowest", Unit.SECONDS),
                        15.0))));

    GroupSlowdown slowdown = Flowgauge.compare(List.of(one, five)).slowdowns().get(0);
    assertThat(slowdown.slowdown().value()).isEqualTo(1.5);
    assertThat(slowdown.ownSlowdown()).isEqualTo(7.5);
    GroupSlowdown other = Flowgauge.compare(List.of(five, one)).slowdowns().get(0);
    assertThat(other.slowdown().reason().orElseThrow()).contains("not a workflow of one");
  }

  @Test
  void slowdowns_typeWithCommaInItsName_areAgainstTheWorkflowOfOne() {
    GroupSlowdown slowdown = slowdown("parallel of a, b, c", Map.of("a, b", 4.0, "c", 6.0));
    assertThat(slowdown.slowdown().value()).isEqualTo(1.5);
  }

  @Test
  void slowdowns_sectionOfManyTypes_sayThatItsLabelDoesNotNameThem() {
    String section = "parallel of a, b, c and 2 other types (1f)";
    GroupSlowdown slowdown = slowdown(section, Map.of("a", 1.0, "b", 1.0, "c", 1.0));
    assertThat(slowdown.slowdown().reason())
        .contains("'" + section + "' does not name all types of its activities");
  }

  @Test
  void slowdowns_withoutDependencies_areNotKnown() {
    assertThat(forkJoins("a", "b")).isEmpty();
    assertThat(forkJoins("a", "b", "c")).extracting(GroupSlowdown::members).containsOnly(2.0);
  }

  /**
   * Returns the slowdowns of fork-joins in a run of two activities, for which a third one, if
   * given, waits.
   */
  private static List<GroupSlowdown> forkJoins(String... ids) {
    RunRecorder recorder = Flowgauge.recorder("run");
    for (int k = 0; k < ids.length; k++) {
      recorder.wallclock(ids[k], Times.nanos(k + 1.0));
      if (k == 2) {
        recorder.dependency(ids[0], ids[k]);
        recorder.dependency(ids[1], ids[k]);
      }
    }
    RunValues values = RunValues.of(Flowgauge.report(recorder.snapshot()), List.of());
    RunGroup one = new RunGroup("one", List.of(values));
    return Flowgauge.compare(List.of(one, new RunGroup("other", List.of(values)))).slowdowns();
  }

  /**
   * Returns the slowdown of a section against a workflow of one; its number of members times the
   * time of the slowest is 15 s.
   */
  private static GroupSlowdown slowdown(String section, Map<String, Double> one) {
    Map<Quantity, Double> alone = new HashMap<>();
    one.forEach(
        (type, seconds) -> {
          alone.put(new Quantity(Kind.TYPE, type, "count", Unit.COUNT), 1.0);
          alone.put(new Quantity(Kind.TYPE, type, "total", Unit.SECONDS), seconds);
        });
    Map<Quantity, Double> five =
        Map.of(
            new Quantity(Kind.REGION, section, "slowdown", Unit.RATIO),
            7.5,
            new Quantity(Kind.REGION, section, "members-times-slowest", Unit.SECONDS),
            15.0);
    return Flowgauge.compare(
            List.of(
                new RunGroup("one", List.of(RunValues.of("one", Set.of(), alone))),
                new RunGroup("five", List.of(RunValues.of("five", Set.of(), five)))))
        .slowdowns()
        .get(0);
  }

  @Test
  void compare_wrongGroups_areRefused() {
    RunGroup group = group("a", QUEUE, 1);
    assertThatThrownBy(() -> Flowgauge.compare(List.of(group)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two groups");
    assertThatThrownBy(() -> Flowgauge.compare(List.of(group, group)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a'");
    assertThatThrownBy(() -> new RunGroup("a", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
