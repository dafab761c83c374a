package io.flowgauge.probabilistic.resubmission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.TimeoutChoice;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ResubmissionTest {
  private static final double EXACT = 1e-10;
  private static final Law LOGNORMAL = Law.lognormal(300, 300);

  @Test
  void timeout_exponential_isNoDifference() {
    Law total = Resubmission.of(Law.exponential(300)).timeout(50);

    assertThat(total.mean()).isCloseTo(300, within(300 * EXACT));
    assertThat(total.sd()).isCloseTo(300, within(300 * EXACT));
    assertThat(total.quantile(0.99)).isCloseTo(-300 * Math.log(0.01), within(EXACT * 1e4));
  }

  @Test
  void timeout_costOfExponential_addsCostOfTimeouts() {
    double timedOut = Math.exp(-1);
    Law total = Resubmission.of(Law.exponential(300)).cost(20).timeout(300);

    assertThat(total.mean()).isCloseTo(300 + 20 * timedOut / (1 - timedOut), within(1e-8));
  }

  @Test
  void timeout_constant_isReachedOrNever() {
    Resubmission jobs = Resubmission.of(Law.constant(100));

    assertThat(jobs.timeout(150).mean()).isCloseTo(100, within(1e-8));
    assertThat(jobs.timeout(150).sd()).isCloseTo(0, within(1e-3));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.timeout(50))
        .withMessageContaining("constant(seconds=100)")
        .withMessageContaining("50.0 s");
  }

  @Property(tries = 200)
  void quantile_ofSurvival_isTheTime(
      @ForAll @DoubleRange(min = 20, max = 3000) double timeout,
      @ForAll @DoubleRange(min = 0.1, max = 2) double everyShare,
      @ForAll @IntRange(min = 1, max = 5) int copies,
      @ForAll @DoubleRange(min = 1, max = 5000) double time) {
    Resubmission jobs = Resubmission.of(LOGNORMAL.withOutliers(0.1)).copies(copies);
    for (Law law : new Law[] {jobs.timeout(timeout), jobs.delayed(everyShare * timeout, timeout)}) {
      double survival = law.survival(time);
      if (survival > 1e-200 && survival < 1 - 1e-6) {
        double found = law.upperQuantile(survival);
        assertThat(law.survival(found)).isCloseTo(survival, within(1e-9 * survival));
        assertThat(law.survival(found * (1 - 1e-6))).isGreaterThanOrEqualTo(survival * (1 - 1e-9));
      }
    }
  }

  @Property(tries = 100)
  void delayed_everyTimeout_isTimeout(@ForAll @DoubleRange(min = 20, max = 3000) double timeout) {
    Resubmission jobs = Resubmission.of(LOGNORMAL.withOutliers(0.1)).copies(2);
    Law law = jobs.delayed(timeout, timeout);

    assertThat(law).isEqualTo(jobs.timeout(timeout));
  }

  @Test
  void delayed_manyOverlappingCopies_isAsSimulated() {
    double every = 60;
    double timeout = 400;
    Law latency = LOGNORMAL.withOutliers(0.2);
    Law law = Resubmission.of(latency).delayed(every, timeout);
    Random random = new Random(7);
    int count = 200_000;
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += firstToEnd(latency, every, timeout, random);
    }

    assertThat(sum / count).isCloseTo(law.mean(), within(4 * law.sd() / Math.sqrt(count)));
  }

  private static double firstToEnd(Law latency, double every, double timeout, Random random) {
    double first = Double.POSITIVE_INFINITY;
    for (int copy = 0; copy * every < first; copy++) {
      double age = latency.upperQuantile(1 - random.nextDouble());
      first = age <= timeout ? Math.min(first, copy * every + age) : first;
    }
    return first;
  }

  @Test
  void bestTimeout_costsNothing_vanishesForConstantHazard() {
    TimeoutChoice choice = Resubmission.of(Law.exponential(300)).bestTimeout(Law::mean);

    assertThat(choice.kind()).isEqualTo(TimeoutChoice.Kind.VANISHING);
    assertThat(choice.timeoutSeconds()).isEmpty();
    assertThat(choice.toString()).contains("costs nothing");
  }

  @Test
  void bestTimeout_withCost_isFinite() {
    Resubmission jobs = Resubmission.of(Law.weibull(0.7, 237)).cost(30);
    TimeoutChoice choice = jobs.bestTimeout(Law::mean);
    double best = choice.timeoutSeconds().orElseThrow();

    assertThat(choice.kind()).isEqualTo(TimeoutChoice.Kind.FINITE);
    assertThat(jobs.timeout(best * 1.1).mean()).isGreaterThan(choice.objective());
    assertThat(jobs.timeout(best / 1.1).mean()).isGreaterThan(choice.objective());
    assertThat(choice.onePercentRange().orElseThrow().contains(best)).isTrue();
  }

  @Test
  void bestTimeout_growingHazardWithoutLoss_isNever() {
    TimeoutChoice choice = Resubmission.of(Law.gamma(2, 150)).bestTimeout(Law::mean);

    assertThat(choice.kind()).isEqualTo(TimeoutChoice.Kind.NEVER);
    assertThat(choice.toString()).startsWith("best without a timeout");
  }

  /** Minima are flat: at about 313 s for the longest of 126 jobs, 336 s for one. */
  @Test
  void bestTimeout_ofMakespan_isShorterThanOfOneJob() {
    Resubmission jobs = Resubmission.of(LOGNORMAL.withOutliers(0.16));
    TimeoutChoice choice =
        jobs.bestTimeout(
            total ->
                Flowgauge.predict()
                    .services(1, total)
                    .mode(Mode.DP)
                    .dataSegments(126)
                    .forecast()
                    .mean());

    assertThat(choice.timeoutSeconds().orElseThrow()).isCloseTo(313, within(3.0));
    assertThat(choice.objective()).isCloseTo(2023, within(0.5));
  }

  @Test
  void of_badArguments_areNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Resubmission.of(Law.normal(300, 300)))
        .withMessageContaining("clippedAtZero()");
    Resubmission jobs = Resubmission.of(LOGNORMAL);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.copies(0))
        .withMessage("copies must be 1 or more, but is 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.cost(Double.NaN))
        .withMessageContaining("NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.timeout(-1))
        .withMessageContaining("-1.0 s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.bestTimeout(law -> Double.NaN))
        .withMessageContaining("objective");
  }

  @Property(tries = 100)
  void timeout_moreCopies_isNeverSlower(
      @ForAll @DoubleRange(min = 20, max = 3000) double timeout,
      @ForAll @IntRange(min = 1, max = 50) int copies,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double p) {
    Resubmission jobs = Resubmission.of(LOGNORMAL.withOutliers(0.1)).cost(10);
    Law few = jobs.copies(copies).timeout(timeout);
    Law more = jobs.copies(copies + 1).timeout(timeout);

    assertThat(more.mean()).isLessThanOrEqualTo(few.mean() * (1 + EXACT));
    assertThat(more.quantile(p)).isLessThanOrEqualTo(few.quantile(p) * (1 + 1e-9));
  }

  /** At least m timeouts occur with probability S(T)^m, and each costs the same. */
  @Property(tries = 100)
  void timeout_cost_isThatOfExpectedTimeouts(
      @ForAll @DoubleRange(min = 20, max = 3000) double timeout,
      @ForAll @DoubleRange(min = 0, max = 500) double cost) {
    Law latency = LOGNORMAL.withOutliers(0.1);
    Resubmission jobs = Resubmission.of(latency);
    double timedOut = latency.survival(timeout);
    double free = jobs.timeout(timeout).mean();

    assertThat(jobs.cost(cost).timeout(timeout).mean())
        .isCloseTo(free + cost * timedOut / (1 - timedOut), within(1e-8 * free));
  }

  @Property(tries = 50)
  void delayed_oftener_isNeverSlower(
      @ForAll @DoubleRange(min = 100, max = 3000) double timeout,
      @ForAll @IntRange(min = 1, max = 20) int copiesAlive) {
    Resubmission jobs = Resubmission.of(LOGNORMAL.withOutliers(0.1));
    Law alone = jobs.timeout(timeout);
    Law together = jobs.delayed(timeout / copiesAlive, timeout);

    assertThat(together.mean()).isLessThanOrEqualTo(alone.mean() * (1 + EXACT));
  }

  @Test
  void timeout_extremeButValid_isNoNumberThatIsNone() {
    Resubmission jobs = Resubmission.of(LOGNORMAL.withOutliers(0.1));

    assertThat(jobs.timeout(1e300).mean()).isCloseTo(1e300 * 0.1 / 0.9, within(1e288));
    assertThat(jobs.timeout(1e200).sd()).isInfinite();
    Law copies = Resubmission.of(Law.exponential(300)).copies(Integer.MAX_VALUE).timeout(300);
    assertThat(copies.mean()).isCloseTo(300.0 / Integer.MAX_VALUE, within(1e-15));
    assertThat(Resubmission.of(Law.pareto(0.5, 3)).timeout(1e12).mean()).isPositive().isFinite();
  }

  @Test
  void delayed_manyAlive_isQuickAndLimited() {
    Resubmission jobs = Resubmission.of(LOGNORMAL.withOutliers(0.1));

    assertThat(jobs.delayed(10, 1000).mean()).isBetween(50.0, 200.0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.delayed(1e-9, 1000))
        .withMessageContaining("time between submissions");
  }

  @Test
  void bestTimeout_constant_isNever() {
    TimeoutChoice choice = Resubmission.of(Law.constant(5)).bestTimeout(Law::mean);

    assertThat(choice.kind()).isEqualTo(TimeoutChoice.Kind.NEVER);
    assertThat(choice.objective()).isEqualTo(5);
  }

  @Test
  void bestTimeout_lostConstants_isTheConstant() {
    Resubmission jobs = Resubmission.of(Law.constant(5).withOutliers(0.3));
    TimeoutChoice choice = jobs.bestTimeout(Law::mean);

    assertThat(choice.timeoutSeconds().orElseThrow()).isCloseTo(5, within(1e-3));
    assertThat(choice.objective()).isCloseTo(5 + 5 * 0.3 / 0.7, within(1e-3));
  }

  @Test
  void bestTimeout_sample_isOneOfItsValues() {
    TimeoutChoice choice = Resubmission.of(Law.empirical(1, 2, 2, 7, 1000)).bestTimeout(Law::mean);

    assertThat(choice.timeoutSeconds().orElseThrow()).isCloseTo(2, within(1e-3));
    assertThat(choice.objective()).isCloseTo(3, within(1e-3));
  }

  @Test
  void bestTimeout_neverFinite_isRefused() {
    Resubmission jobs = Resubmission.of(LOGNORMAL);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.bestTimeout(law -> Double.POSITIVE_INFINITY))
        .withMessageContaining("objective must be finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> jobs.bestTimeout(law -> Double.NEGATIVE_INFINITY))
        .withMessageContaining("-Infinity");
  }
}
