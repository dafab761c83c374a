package io.flowgauge.probabilistic.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Moments;
import io.flowgauge.probabilistic.order.OrderStatistic;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LawTest {
  private static final double RELATIVE = 1e-10;

  @Provide
  static Arbitrary<Law> laws() {
    Arbitrary<Double> positive = Arbitraries.doubles().between(0.1, 1000);
    Arbitrary<Double> shape = Arbitraries.doubles().between(0.3, 20);
    Arbitrary<Law> plain =
        Arbitraries.oneOf(
            Combinators.combine(positive, positive).as(Law::normal),
            Combinators.combine(positive, positive).as(Law::lognormal),
            Combinators.combine(shape, positive).as(Law::gamma),
            positive.map(Law::exponential),
            Combinators.combine(shape, positive).as(Law::weibull),
            Combinators.combine(shape, positive).as(Law::pareto),
            Combinators.combine(positive, positive).as((lo, width) -> Law.uniform(lo, lo + width)));
    return Arbitraries.oneOf(
        plain,
        Combinators.combine(positive, plain).as(Law::shifted),
        Combinators.combine(plain, plain)
            .as((a, b) -> Law.mixture(List.of(0.3, 0.7), List.of(a, b))),
        Combinators.combine(positive, plain).as((c, law) -> law.scaledBy(c)),
        Combinators.combine(shape, plain).as((n, law) -> law.maximumOf(1 + n)));
  }

  @Property(tries = 300)
  void quantile_ofCdf_isInverse(
      @ForAll("laws") Law law, @ForAll @DoubleRange(min = 0.01, max = 0.99) double p) {
    double t = law.quantile(p);
    assertThat(p).isBetween(law.cdf(before(t)) - RELATIVE, law.cdf(after(t)) + RELATIVE);
    double u = law.upperQuantile(p);
    assertThat(p).isBetween(law.survival(after(u)) - RELATIVE, law.survival(before(u)) + RELATIVE);
  }

  /** Numbers of any magnitude that predictions accept as a time. */
  @Provide
  static Arbitrary<Double> extremes() {
    return Arbitraries.oneOf(
        Arbitraries.of(0.0, 1.0, 1e-100, 1e10, 1e100, Double.NaN, Double.POSITIVE_INFINITY),
        Combinators.combine(Arbitraries.of(1, -1), Arbitraries.doubles().between(-100, 100))
            .as((sign, exponent) -> sign * Math.pow(10, exponent)));
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void law_ofExtremeParameters_isRefusedOrComputes(
      @ForAll("extremes") double first, @ForAll("extremes") double second) {
    List<Supplier<Law>> factories =
        List.of(
            () -> Law.normal(first, second),
            () -> Law.lognormal(first, second),
            () -> Law.gamma(first, second),
            () -> Law.exponential(first),
            () -> Law.weibull(first, second),
            () -> Law.pareto(first, second),
            () -> Law.uniform(first, second),
            () -> Law.constant(first),
            () -> Law.shifted(first, Law.exponential(second)),
            () -> Law.empirical(first, second),
            () -> Law.ofMoments("gamma", first, second),
            () -> Law.ofMoments("weibull", first, second));
    for (Supplier<Law> factory : factories) {
      Law law;
      try {
        law = factory.get();
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageMatching(".*: .* must be .*, but is .*");
        continue;
      }
      assertComputes(law);
    }
  }

  @Test
  void law_ofFarApartParameters_computes() {
    assertComputes(Law.lognormal(1e-300, 1e300));
    assertComputes(Law.lognormal(1e300, 1e-300));
    assertComputes(Law.weibull(1e16, 1));
    assertThatThrownBy(() -> Law.gamma(1e12, 1))
        .hasMessage("gamma: shape must be at most 1.0E10, but is 1.0E12");
    assertThatThrownBy(() -> Law.uniform(-1e308, 1e308))
        .hasMessage(
            "uniform: hi must be at most 1.7976931348623157E308 above lo -1.0E308, but is 1.0E308");
  }

  private static void assertComputes(Law law) {
    double before = Double.NEGATIVE_INFINITY;
    for (double p : new double[] {1e-18, 1e-3, 0.1, 0.5, 0.9, 0.999}) {
      double time = law.quantile(p);
      assertThat(time).as(law.text()).isGreaterThanOrEqualTo(before);
      assertThat(law.upperQuantile(p)).as(law.text()).isNotNaN();
      assertThat(law.cdf(time)).as(law.text()).isBetween(0.0, 1.0);
      assertThat(law.survival(time)).as(law.text()).isBetween(0.0, 1.0);
      before = time;
    }
    assertThat(law.mean()).as(law.text()).isNotNaN();
    assertThat(law.sd()).as(law.text()).isGreaterThanOrEqualTo(0);
  }

  @ParameterizedTest
  @CsvSource({"0.001, 1e-12", "0.003, 0.1", "0.02, 1e-12", "0.02, 1e-300"})
  void quantile_ofGammaBelowAnyTime_isTheShortest(double shape, double p) {
    Law law = Law.gamma(shape, 1);
    assertThat(law.quantile(p)).isLessThan(Double.MIN_NORMAL);
    assertThat(law.upperQuantile(1 - p)).isLessThan(Double.MIN_NORMAL);
  }

  /** Returns a time a few roundings earlier, as a law may be narrow compared with its shift. */
  private static double before(double t) {
    return t - 8 * Math.ulp(t);
  }

  private static double after(double t) {
    return t + 8 * Math.ulp(t);
  }

  @Property(tries = 200)
  void upperQuantile_ofSmallProbability_keepsRelativeAccuracy(@ForAll("laws") Law law) {
    double t = law.upperQuantile(1e-100);
    if (t < Double.POSITIVE_INFINITY) {
      assertThat(law.survival(after(t))).isLessThanOrEqualTo(1e-100 * (1 + 1e-9));
      assertThat(law.survival(before(t))).isGreaterThanOrEqualTo(1e-100 * (1 - 1e-9));
    }
  }

  @Property(tries = 200)
  void text_parsed_isEqualLaw(@ForAll("laws") Law law) {
    assertThat(Law.parse(law.text())).isEqualTo(law).hasToString(law.toString());
  }

  @Test
  void upperQuantile_of1e300_isFinite() {
    for (String text :
        List.of(
            "normal(mean=1, sd=1)",
            "gamma(shape=2, scale=1)",
            "lognormal(mean=1, sd=1)",
            "exponential(mean=1)",
            "weibull(shape=0.7, scale=1)")) {
      Law law = Law.parse(text);
      double t = law.upperQuantile(1e-300);
      assertThat(Math.log(law.survival(t))).as(text).isCloseTo(-690.7755, within(1e-3));
    }
  }

  @Test
  void withOutliers_halfLost_neverFinishesOnAverage() {
    Law law = Law.uniform(0, 10).withOutliers(0.5);

    assertThat(law.mean()).isInfinite();
    assertThat(law.quantile(0.25)).isEqualTo(5);
    assertThat(law.quantile(0.6)).isInfinite();
    assertThat(law.survival(100)).isEqualTo(0.5);
  }

  @Test
  void clippedAtZero_normal_hasMomentsOfTheIntegral() {
    for (double mean : new double[] {0, 0.1, 1, 3, 7, 30}) {
      Law law = Law.normal(mean, 1).clippedAtZero();
      Moments integral = OrderStatistic.ofFinite((ClippedLaw) law).moments(1);
      assertThat(law.mean()).isCloseTo(integral.mean(), within(RELATIVE * (1 + mean)));
      assertThat(law.sd()).isCloseTo(integral.sd(), within(RELATIVE * (1 + mean)));
    }
    Law narrow = Law.normal(1e300, 1e-300).clippedAtZero();
    assertThat(narrow.mean()).isEqualTo(1e300);
    assertThat(narrow.sd()).isEqualTo(1e-300);
  }

  @Test
  void clippedAtZero_lawThatIsNeverPositive_isZero() {
    for (Law base : List.of(Law.normal(-5, 0.001), Law.uniform(-2, -1), Law.constant(-3))) {
      Law law = base.clippedAtZero();

      assertThat(law.mean()).isZero();
      assertThat(law.sd()).isZero();
    }
  }

  @Test
  void clippedAtZero_standardNormal_hasKnownMoments() {
    Law law = Law.normal(0, 1).clippedAtZero();
    double mean = 1 / Math.sqrt(2 * Math.PI);

    assertThat(law.mean()).isCloseTo(mean, within(1e-12));
    assertThat(law.sd()).isCloseTo(Math.sqrt(0.5 - mean * mean), within(1e-12));
    assertThat(law.quantile(0.3)).isZero();
  }

  @Test
  void empirical_withTies_countsThem() {
    Law law = Law.empirical(3, 1, 1, 2);

    assertThat(law.cdf(1)).isEqualTo(0.5);
    assertThat(law.quantile(0.5)).isEqualTo(1);
    assertThat(law.quantile(0.51)).isEqualTo(2);
    assertThat(law.mean()).isEqualTo(1.75);
    assertThat(law.hasAtoms()).isTrue();
  }

  @Test
  void pareto_heavyTail_hasInfiniteMoments() {
    assertThat(Law.pareto(1, 2).mean()).isInfinite();
    assertThat(Law.pareto(2, 2).mean()).isEqualTo(4);
    assertThat(Law.pareto(2, 2).sd()).isInfinite();
  }

  /** Mixtures of measured and fitted times have jumps, gaps and smooth parts. */
  @Property(tries = 300)
  void quantile_ofMixtureWithAtoms_isFirstTimeThatReachesIt(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(max = 30) Integer> sample,
      @ForAll("laws") Law smooth,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double p,
      @ForAll boolean stepwise) {
    Law measured = Law.empirical(sample.stream().mapToDouble(v -> v).toArray());
    Law other = stepwise ? Law.empirical(3, 14.5, 15, 99) : smooth;
    Law law = Law.mixture(List.of(2.0, 1.0), List.of(measured, other));
    double t = law.quantile(p);

    assertThat(law.cdf(after(t))).isGreaterThanOrEqualTo(p - RELATIVE);
    assertThat(law.cdf(before(t))).isLessThanOrEqualTo(p + RELATIVE);
    double u = law.upperQuantile(p);
    assertThat(law.survival(after(u))).isLessThanOrEqualTo(p + RELATIVE);
    assertThat(law.survival(before(u))).isGreaterThanOrEqualTo(p - RELATIVE);
    if (stepwise) {
      assertThat(List.of(t, u)).allMatch(v -> law.cdf(Math.nextDown(v)) < law.cdf(v));
    }
  }

  @Test
  void mixture_withLostComponent_findsQuantile() {
    Law law =
        Law.mixture(
            List.of(1.0, 1.0), List.of(Law.uniform(0, 1).withOutliers(0.5), Law.uniform(2, 3)));

    assertThat(law.lostFraction()).isEqualTo(0.25);
    assertThat(law.quantile(0.5)).isCloseTo(2.5, within(1e-9));
    assertThat(law.quantile(0.8)).isInfinite();
  }

  @Test
  void of_nestedMaps_makesLaws() {
    Law law =
        Law.of(
            "shifted",
            Map.of(
                "shift",
                2,
                "base",
                Map.of("type", "exponential", "mean", 3, "clip_at_zero", true)));

    assertThat(law.mean()).isEqualTo(5);
    assertThat(Law.of("shifted_exponential", Map.of("shift", 2, "exp_mean", 3)).mean())
        .isEqualTo(5);
  }

  @Test
  void factories_badParameters_nameThem() {
    assertThatThrownBy(() -> Law.normal(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("normal: sd must be above 0, but is 0.0");
    assertThatThrownBy(() -> Law.exponential(Double.NaN))
        .hasMessage("exponential: mean must be finite, but is NaN");
    assertThatThrownBy(() -> Law.gamma(-1, 1)).hasMessageContaining("shape must be above 0");
    assertThatThrownBy(() -> Law.uniform(2, 2)).hasMessageContaining("hi must be above lo 2.0");
    assertThatThrownBy(() -> Law.empirical()).hasMessageContaining("a list of at least one value");
    assertThatThrownBy(() -> Law.empirical(1, Double.NaN)).hasMessageContaining("finite");
    assertThatThrownBy(() -> Law.mixture(List.of(1.0), List.of()))
        .hasMessageContaining("components");
    assertThatThrownBy(() -> Law.exponential(1).withOutliers(1)).hasMessageContaining("rho");
    assertThatThrownBy(() -> Law.exponential(1).maximumOf(0)).hasMessageContaining("count");
    assertThatThrownBy(() -> Law.exponential(1).quantile(2)).hasMessageContaining("[0, 1]");
    assertThatThrownBy(() -> Law.of("gauss", Map.of())).hasMessageContaining("unknown type gauss");
    assertThatThrownBy(() -> Law.of("constant", Map.of("seconds", 1, "x", 2)))
        .hasMessageContaining("unknown parameter x");
  }

  @Test
  void parse_badText_namesPlace() {
    assertThatThrownBy(() -> Law.parse("normal(mean=1, sd=)"))
        .hasMessage("law: expected a number, a law or a list at character 19, but found ')'");
    assertThatThrownBy(() -> Law.parse("exponential(mean=1) x")).hasMessageContaining("the end");
    assertThatThrownBy(() -> Law.parse("exponential(mean=1, mean=2)"))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> Law.parse("exponential(mean=1d)"))
        .hasMessage("law: expected a number at character 18, but found '1d)'");
    assertThatThrownBy(() -> Law.parse("exponential(mean=1.5F)")).hasMessageContaining("a number");
    assertThatThrownBy(() -> Law.parse("")).hasMessageContaining("the type of a law");
    assertThatThrownBy(() -> Law.parse("clipped(base=".repeat(100_000)))
        .hasMessageContaining("nested laws");
  }

  @Test
  void toString_longSample_countsValues() {
    double[] values = new double[1000];
    assertThat(Law.empirical(values)).hasToString("empirical(values=1000 values)");
    assertThat(Law.exponential(300)).hasToString("exponential(mean=300)");
  }

  /** A time that is shifted and shifted back may be rounded to just before the original. */
  @Property
  void cdf_ofMovedValues_isThatOfTheValues(
      @ForAll @DoubleRange(min = 0, max = 100) double shift,
      @ForAll @DoubleRange(min = 0.1, max = 10) double factor) {
    double[] values = {0.4, 1.1, 1.6, 2.5};
    Law law = Law.empirical(values);
    Law moved = Law.shifted(shift, law.scaledBy(factor));
    for (double value : values) {
      double time = shift + factor * value;
      assertThat(moved.cdf(time)).isEqualTo(law.cdf(value));
      assertThat(moved.survival(Math.nextDown(time))).isEqualTo(law.survival(Math.nextDown(value)));
    }
  }
}
