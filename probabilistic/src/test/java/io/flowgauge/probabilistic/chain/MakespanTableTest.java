package io.flowgauge.probabilistic.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MakespanTable;
import io.flowgauge.prediction.Mode;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MakespanTableTest {
  private static final double QUICK = 1e-6;
  private static final double[] PROBABILITIES = {0.01, 0.5, 0.95, 0.9999};

  /** Probability below which quantiles are less accurate, as the density is small there. */
  private static final double LOW = 0.05;

  private static final double LOW_TIMES = 6;
  private static final Law LATENCY = Law.lognormal(300, 300);

  @Provide
  static Arbitrary<Law> laws() {
    Arbitrary<Double> mean = Arbitraries.doubles().between(1, 1000);
    Arbitrary<Double> cv = Arbitraries.doubles().between(0.1, 2);
    return Arbitraries.oneOf(
        Combinators.combine(mean, cv).as((m, c) -> Law.normal(m, c * m)),
        Combinators.combine(mean, cv).as((m, c) -> Law.lognormal(m, c * m)),
        Combinators.combine(mean, cv).as((m, c) -> Law.gamma(1 / (c * c), m * c * c)),
        Combinators.combine(mean, cv).as((m, c) -> Law.weibull(0.5 + c, m)),
        Combinators.combine(mean, cv).as((m, c) -> Law.normal(m, c * m).clippedAtZero()));
  }

  /**
   * Checks the stated error: relative to the mean, to the deviation, and to the larger of q and sd.
   */
  private static void check(MakespanTable table, ChainPrediction chain, long count) {
    ChainForecast exact = chain.dataSegments(count).forecast();
    double off = table.relativeError();
    double sd = exact.sd();
    assertThat(table.mean(count))
        .as("mean of " + chain + " " + count)
        .isCloseTo(exact.mean(), within(off * Math.max(Math.abs(exact.mean()), sd)));
    assertThat(table.sd(count)).as("sd of " + chain + " " + count).isCloseTo(sd, within(off * sd));
    for (double p : PROBABILITIES) {
      double q = exact.quantile(p);
      double times = p < LOW ? LOW_TIMES : 2;
      assertThat(table.quantile(count, p))
          .as("quantile " + p + " of " + chain + " " + count)
          .isCloseTo(q, within(times * off * Math.max(Math.abs(q), sd)));
      assertThat(table.probabilityWithin(count, q))
          .isCloseTo(exact.probabilityWithin(q), within(1e-5));
    }
  }

  @Property(tries = 25)
  void quick_dspOfRandomLaws_isAsStated(
      @ForAll("laws") Law one,
      @ForAll("laws") Law two,
      @ForAll @IntRange(min = 1, max = 9) int services,
      @ForAll @LongRange(min = 1, max = 1_000_000_000) long count) {
    ChainPrediction chain = Flowgauge.predict().services(services, one).service(7, two);
    MakespanTable table = chain.relativeError(QUICK).table();
    check(table, chain, count);
    check(table, chain, 1);
    check(table, chain, 1 + count % 40);
  }

  /** Noise in the lowest probabilities of one law once made the tail of the sum arbitrary. */
  @Test
  void quick_sumWithNoisyBeginning_isForecast() {
    ChainPrediction chain =
        Flowgauge.predict()
            .services(5, Law.lognormal(1, 1))
            .service(7, Law.gamma(0.4822530864197531, 10.347264));
    check(chain.relativeError(QUICK).table(), chain, 4670);
  }

  @Property(tries = 10)
  void quick_dpOfRandomLaws_isAsStated(
      @ForAll("laws") Law one,
      @ForAll("laws") Law two,
      @ForAll @LongRange(min = 1, max = 1_000_000_000) long count) {
    ChainPrediction chain = Flowgauge.predict().services(2, one).service(7, two).mode(Mode.DP);
    MakespanTable table = chain.relativeError(QUICK).table();
    check(table, chain, count);
    check(table, chain, 1);
  }

  @ParameterizedTest
  @EnumSource
  void precise_anyCount_isForecast(Mode mode) {
    ChainPrediction chain = Flowgauge.predict().services(3, LATENCY).mode(mode);
    MakespanTable table = chain.table();
    assertThat(table.relativeError()).isEqualTo(1e-9);
    for (long count : new long[] {1, 2, 3, 11, 500, 123_456, 1_000_000_000}) {
      check(table, chain, count);
    }
  }

  /** In the gap of a law, quantiles are computed exactly and standard deviations fall steeply. */
  @Test
  void table_ofGap_isForecast() {
    Law near = Law.normal(10, 0.1);
    Law law = Law.mixture(List.of(0.9, 0.1), List.of(near, Law.shifted(3000, near)));
    ChainPrediction chain = Flowgauge.predict().services(2, law);
    MakespanTable table = chain.relativeError(QUICK).table();
    for (long count : new long[] {1, 5, 60, 1000, 1_000_000}) {
      ChainForecast exact = chain.dataSegments(count).forecast();
      assertThat(table.mean(count)).isCloseTo(exact.mean(), within(2e-6 * exact.mean()));
      assertThat(table.quantile(count, 0.3))
          .isCloseTo(exact.quantile(0.3), within(1e-6 * exact.quantile(0.3)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void table_ofSample_isForecast(Mode mode) {
    ChainPrediction chain =
        Flowgauge.predict().services(2, Law.empirical(1, 2, 2, 7.25)).service(3, Law.constant(4));
    ChainPrediction ofMode = chain.mode(mode);
    MakespanTable table = ofMode.table();
    for (long count : new long[] {1, 2, 10}) {
      ChainForecast exact = ofMode.dataSegments(count).forecast();
      assertThat(table.mean(count)).isCloseTo(exact.mean(), within(1e-7));
      assertThat(table.sd(count)).isCloseTo(exact.sd(), within(1e-6));
      assertThat(table.quantile(count, 0.7)).isEqualTo(exact.quantile(0.7));
    }
    assertThat(table.sd(1_000_000_000)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void table_underSiteLoad_isForecast(Mode mode) {
    ChainPrediction chain =
        Flowgauge.predict().services(2, LATENCY).mode(mode).siteLoad(Law.uniform(1, 2));
    MakespanTable table = chain.table();
    ChainForecast exact = chain.dataSegments(50).forecast();

    assertThat(table.mean(50)).isCloseTo(exact.mean(), within(1e-6));
    assertThat(table.sd(50)).isCloseTo(exact.sd(), within(1e-6));
    assertThat(table.quantile(50, 0.9)).isCloseTo(exact.quantile(0.9), within(1e-5));
    assertThat(table.probabilityWithin(50, 4000))
        .isCloseTo(exact.probabilityWithin(4000), within(1e-8));
  }

  @Test
  void criticalPath_fig2_flipsWithCount() {
    Law latency = Law.normal(300, 200);
    MakespanTable table =
        Flowgauge.predict()
            .path("plain")
            .service(600, latency)
            .path("dashed")
            .services(2, latency)
            .serviceTimes(80, 80)
            .table();

    assertThat(table.criticalPath(13)).contains("plain");
    assertThat(table.criticalPath(14)).contains("dashed");
  }

  @Test
  void table_ofConstantsAndLostJobs_isAnswered() {
    MakespanTable constant = Flowgauge.predict().services(3, Law.constant(5)).table();
    assertThat(constant.mean(10)).isEqualTo(15);
    assertThat(constant.sd(10)).isZero();
    assertThat(constant.quantile(10, 0.5)).isEqualTo(15);
    assertThat(constant.probabilityWithin(10, 14)).isZero();

    MakespanTable lossy =
        Flowgauge.predict().services(2, Law.exponential(10).withOutliers(0.1)).table();
    assertThat(lossy.mean(3)).isInfinite();
    assertThat(lossy.sd(3)).isInfinite();
    assertThat(lossy.quantile(3, 0.6)).isInfinite();
    assertThat(lossy.probabilityWithin(3, 1e6)).isCloseTo(Math.pow(0.9, 6), within(1e-12));

    MakespanTable heavy = Flowgauge.predict().services(2, Law.pareto(0.9, 1)).table();
    assertThat(heavy.mean(3)).isInfinite();
    assertThat(heavy.quantile(3, 0.6)).isFinite();
  }

  @Test
  void relativeError_chooses() {
    ChainPrediction chain = Flowgauge.predict().services(3, LATENCY);

    assertThat(chain.forecast().error().kind()).isEqualTo(ForecastError.Kind.EXACT_TO);
    ForecastError quick = chain.relativeError(1e-4).forecast().error();
    assertThat(quick.kind()).isEqualTo(ForecastError.Kind.ESTIMATE);
    assertThat(quick.relative()).isBetween(1e-7, 1e-4);
    assertThat(quick.mean().contains(900)).isTrue();
  }

  @Test
  void badArguments_areNamed() {
    ChainPrediction chain = Flowgauge.predict().services(3, LATENCY);
    assertThatThrownBy(() -> chain.relativeError(0)).hasMessageContaining("relativeError");
    assertThatThrownBy(() -> chain.relativeError(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Flowgauge.predict().table()).hasMessageContaining("no service");
    MakespanTable table = chain.table();
    assertThatThrownBy(() -> table.mean(0)).hasMessageContaining("from 1 to 1000000000");
    assertThatThrownBy(() -> table.sd(1_000_000_001)).hasMessageContaining("1000000001");
    assertThatThrownBy(() -> table.quantile(1, 0)).hasMessageContaining("(0, 1)");
    assertThatThrownBy(() -> table.probabilityWithin(1, Double.NaN)).hasMessageContaining("NaN");
    assertThat(table.toString()).startsWith("MakespanTable[1 paths");
  }
}
