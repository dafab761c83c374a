package io.flowgauge.probabilistic.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Range;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Computed forecasts of small irregular networks, against methods that share no code with them. */
class ExactNetworksTest {
  /** A part in a million. */
  private static final Percentage EXACT = Percentage.withPercentage(1e-4);

  /** Tolerance in standard errors; about one comparison in a hundred thousand exceeds it. */
  private static final double STANDARD_ERRORS = 4.5;

  /** The smallest irregular network: c after a and b, d after b. */
  private static Workflow smallest() {
    return Flowgauge.workflow("n")
        .dependency("a", "c")
        .dependency("b", "c")
        .dependency("b", "d")
        .build();
  }

  /** A random workflow: for each activity the set of activities it waits for, as bits. */
  private static final class Drawn {
    private final long[] before;

    private Drawn(long[] before) {
      this.before = before;
    }

    static Drawn of(int size, Random random) {
      long[] before = new long[size];
      for (int v = 0; v < size; v++) {
        for (int u = 0; u < v; u++) {
          before[v] |= random.nextInt(5) < 2 ? 1L << u : 0;
        }
      }
      return new Drawn(before);
    }

    NetworkPrediction predict(Law[] laws) {
      WorkflowBuilder workflow = Flowgauge.workflow("drawn");
      for (int v = 0; v < before.length; v++) {
        workflow.activities("a" + v);
        for (int u = 0; u < v; u++) {
          if ((before[v] >>> u & 1) != 0) {
            workflow.dependency("a" + u, "a" + v);
          }
        }
      }
      NetworkPrediction prediction = Flowgauge.predict(workflow.build());
      for (int v = 0; v < before.length; v++) {
        prediction = prediction.latency("a" + v, laws[v]);
      }
      return prediction;
    }
  }

  /**
   * Returns the first two moments of the time until all activities have ended, by recursion over
   * the sets of ended activities.
   */
  private static double[] moments(
      Drawn drawn, double[] mean, long ended, Map<Long, double[]> known) {
    double[] found = known.get(ended);
    if (found != null) {
      return found;
    }
    double rate = 0;
    double first = 0;
    double second = 0;
    for (int v = 0; v < mean.length; v++) {
      if ((ended >>> v & 1) == 0 && (drawn.before[v] & ~ended) == 0) {
        double[] after = moments(drawn, mean, ended | 1L << v, known);
        rate += 1 / mean[v];
        first += after[0] / mean[v];
        second += after[1] / mean[v];
      }
    }
    double wait = rate == 0 ? 0 : 1 / rate;
    double expected = wait * (rate == 0 ? 0 : 1) + (rate == 0 ? 0 : first / rate);
    double square = rate == 0 ? 0 : 2 * wait * expected + second / rate;
    known.put(ended, new double[] {expected, square});
    return known.get(ended);
  }

  @Property(tries = 15)
  void exponentialTimes_haveTheMomentsOfTheirChain(
      @ForAll @IntRange(min = 4, max = 9) int size, @ForAll int seed) {
    Random random = new Random(seed);
    Drawn drawn = Drawn.of(size, random);
    double[] mean = random.doubles(size, 1, 9).toArray();
    Law[] laws = new Law[size];
    for (int v = 0; v < size; v++) {
      laws[v] = Law.exponential(mean[v]);
    }
    NetworkForecast forecast = drawn.predict(laws).forecast();
    double[] moments = moments(drawn, mean, 0, new HashMap<>());
    assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.ESTIMATE);
    assertThat(forecast.mean()).isCloseTo(moments[0], EXACT);
    double variance = moments[1] - moments[0] * moments[0];
    assertThat(forecast.sd()).isCloseTo(Math.sqrt(variance), EXACT);
  }

  /**
   * A mixture of equal exponential laws is not recognised as exponential, so conditioning is used.
   */
  @Property(tries = 4)
  void conditioning_onExponentialTimes_agreesWithTheirChain(
      @ForAll @IntRange(min = 4, max = 6) int size, @ForAll int seed) {
    Random random = new Random(seed);
    Drawn drawn = Drawn.of(size, random);
    Law[] chain = new Law[size];
    Law[] disguised = new Law[size];
    for (int v = 0; v < size; v++) {
      chain[v] = Law.exponential(1 + random.nextInt(9));
      disguised[v] = Law.mixture(List.of(0.5, 0.5), List.of(chain[v], chain[v]));
    }
    long count = random.nextBoolean() ? 1 : 1000;
    NetworkForecast expected = drawn.predict(chain).dataSegments(count).forecast();
    NetworkForecast found = drawn.predict(disguised).dataSegments(count).forecast();
    if (found.error().kind() == ForecastError.Kind.ESTIMATE) {
      assertWithin(found.mean(), found.error().mean(), expected.mean());
      for (double p : new double[] {0.5, 0.95, 0.99}) {
        assertWithin(found.quantile(p), found.error().quantile(p), expected.quantile(p));
      }
    }
  }

  private static void assertWithin(double value, Range range, double expected) {
    assertThat(value).isCloseTo(expected, within(allowed(range, expected)));
  }

  /** Returns three times the estimated error plus a part in a million. */
  private static double allowed(Range range, double expected) {
    return 1.5 * (range.upper() - range.lower()) + 1e-6 * expected;
  }

  @Property(tries = 6)
  void anyTimes_haveTheMeanOfPlainSamples(
      @ForAll @IntRange(min = 4, max = 7) int size, @ForAll int seed) {
    Random random = new Random(seed);
    Drawn drawn = Drawn.of(size, random);
    Law[] laws = new Law[size];
    for (int v = 0; v < size; v++) {
      laws[v] = law(random).scaledBy(1 + random.nextInt(5));
    }
    NetworkForecast forecast = drawn.predict(laws).forecast();
    int samples = 40_000;
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < samples; k++) {
      double makespan = sample(drawn, laws, random);
      sum += makespan;
      squares += makespan * makespan;
    }
    double mean = sum / samples;
    double standardError = Math.sqrt((squares / samples - mean * mean) / samples);
    double own = allowed(forecast.error().mean(), mean);
    assertThat(forecast.mean()).isCloseTo(mean, within(STANDARD_ERRORS * standardError + own));
    Range bracket = forecast.bracket();
    assertThat(mean)
        .isBetween(
            bracket.lower() - STANDARD_ERRORS * standardError,
            bracket.upper() + STANDARD_ERRORS * standardError);
    assertThat(forecast.mean()).isBetween(bracket.lower() - own, bracket.upper() + own);
  }

  /** 3.9 s + 1.6 s is 5.5 s, but 5.5 s - 3.9 s is rounded to a little before 1.6 s. */
  @Test
  void valuesMovedByRounding_keepTheirProbability() {
    Law values = Law.empirical(1.6, 4, 4.4, 10);
    var workflow = Flowgauge.workflow("w").then("a").then("b", "c").then("d").build();
    NetworkForecast forecast =
        Flowgauge.predict(workflow)
            .latency("b", Law.shifted(3.9, values))
            .latency("c", Law.constant(1.3))
            .latency("d", Law.exponential(1))
            .forecast();
    assertThat(forecast.mean()).isCloseTo(3.9 + 5 + 1, Percentage.withPercentage(1e-3));
  }

  private static Law law(Random random) {
    return switch (random.nextInt(7)) {
      case 0 -> Law.shifted(0.5, Law.exponential(1));
      case 1 -> Law.lognormal(1, 0.8);
      case 2 -> Law.uniform(0.5, 2);
      case 3 -> Law.weibull(0.8, 1);
      case 4 -> Law.empirical(0.4, 1, 1.1, 2.5);
      case 5 -> Law.constant(1.3);
      default -> Law.gamma(3.3, 0.4);
    };
  }

  private static double sample(Drawn drawn, Law[] laws, Random random) {
    double[] end = new double[laws.length];
    double longest = 0;
    for (int v = 0; v < end.length; v++) {
      double start = 0;
      for (int u = 0; u < v; u++) {
        start = (drawn.before[v] >>> u & 1) == 0 ? start : Math.max(start, end[u]);
      }
      end[v] = start + laws[v].quantile(random.nextDouble());
      longest = Math.max(longest, end[v]);
    }
    return longest;
  }

  /** All times uniform on [0, 1]: {@code E max(max(A, B) + C, B + D)}, integrated on a grid. */
  @Test
  void uniformTimes_haveTheMeanOfAGrid() {
    NetworkForecast forecast = Flowgauge.predict(smallest()).latency(Law.uniform(0, 1)).forecast();
    assertThat(forecast.mean()).isCloseTo(meanOnGrid(400), Percentage.withPercentage(2e-3));
    assertThat(forecast.error().relative()).isLessThan(3e-4);
  }

  /**
   * Returns {@code E = 2 - ∫ P(M <= t) dt}, where {@code P(M <= t)} given b is {@code P(max(A, b) +
   * C <= t) P(D <= t - b)}.
   */
  private static double meanOnGrid(int cells) {
    double sum = 0;
    for (int i = 0; i < 2 * cells; i++) {
      double t = (i + 0.5) / cells;
      for (int j = 0; j < cells; j++) {
        double b = (j + 0.5) / cells;
        double least = Math.max(b, t - 1);
        double below = Math.min(1, t) * Math.min(1, t) - least * least;
        double c = t < least ? 0 : below / 2 + Math.max(0, t - 1);
        sum += c * Math.max(0, Math.min(1, t - b));
      }
    }
    return 2 - sum / cells / cells;
  }

  @Test
  void manySegments_ofNormalAndExponentialTimes_areBeyondNoMethod() {
    for (Law law : List.of(Law.exponential(300), Law.normal(300, 30), Law.lognormal(300, 300))) {
      NetworkForecast forecast =
          Flowgauge.predict(smallest()).latency(law).dataSegments(1_000_000_000).forecast();
      assertThat(forecast.error().kind()).isEqualTo(ForecastError.Kind.ESTIMATE);
      assertThat(forecast.error().relative()).isLessThan(1e-3);
      assertThat(forecast.bracket().contains(forecast.mean())).isTrue();
    }
  }

  @Test
  void dp_isTheNetworkOfMaxima() {
    NetworkPrediction maxima =
        Flowgauge.predict(smallest()).latency(Law.lognormal(300, 150).maximumOf(12));
    NetworkPrediction dp =
        Flowgauge.predict(smallest())
            .latency(Law.lognormal(300, 150))
            .mode(Mode.DP)
            .dataSegments(12);
    assertThat(dp.forecast().mean()).isEqualTo(maxima.forecast().mean());
    NetworkForecast exponential =
        Flowgauge.predict(smallest())
            .latency(Law.exponential(300))
            .mode(Mode.DP)
            .dataSegments(12)
            .forecast();
    assertThat(exponential.method()).contains("Markov chain of");
  }

  @Test
  void dsp_isAPowerOfOneInstance() {
    NetworkPrediction prediction = Flowgauge.predict(smallest()).latency(Law.gamma(2.5, 40));
    NetworkForecast one = prediction.forecast();
    NetworkForecast many = prediction.dataSegments(50).forecast();
    for (double p : new double[] {0.1, 0.5, 0.99}) {
      double t = many.quantile(p);
      assertThat(Math.pow(one.probabilityWithin(t), 50)).isCloseTo(p, within(2e-5));
    }
  }

  @Test
  void fewValues_areCountedUp() {
    NetworkForecast forecast =
        Flowgauge.predict(Flowgauge.workflow("w").activities("x").dependency("y", "z").build())
            .latency("x", Law.empirical(3, 9))
            .latency("y", Law.empirical(1, 2, 4))
            .latency("z", Law.empirical(1, 4))
            .forecast();
    // Half of the time the longest of 3 and a sum of 2, 3, 5, 5, 6 or 8; else 9, which exceeds all
    // sums.
    double besideThree = (3 + 3 + 5 + 5 + 6 + 8) / 6.0;
    assertThat(forecast.mean()).isCloseTo((besideThree + 9) / 2, within(1e-9));
    assertThat(forecast.quantile(0.25)).isCloseTo(5, within(1e-12));
    assertThat(forecast.quantile(0.499)).isCloseTo(8, within(1e-12));
    assertThat(forecast.probabilityWithin(5)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(forecast.bracket().contains(forecast.mean())).isTrue();
  }

  /** About one time in 7,000 is too long for single precision. */
  @Test
  void heavyTails_beyondSinglePrecision_haveQuantiles() {
    NetworkForecast forecast =
        Flowgauge.predict(smallest()).latency(Law.pareto(0.1, 1)).maxSamples(20_000).forecast();

    assertThat(forecast.mean()).isInfinite();
    // A time exceeds 1e15 s with a probability of 0.032; the makespan does when one of four times
    // does.
    assertThat(1 - forecast.probabilityWithin(1e15)).isBetween(0.1, 0.13);
    assertThat(forecast.quantile(0.999)).isGreaterThan(1e30);
    assertThat(forecast.criticality().get("b")).isBetween(0.0, 1.0);
  }

  @Test
  void heavyTails_haveTheirMeanAndSd() {
    for (double sd : new double[] {100, 300, 900}) {
      NetworkForecast forecast =
          Flowgauge.predict(Flowgauge.workflow("w").chain("x", "y", "z").build())
              .latency(Law.lognormal(300, sd))
              .forecast();
      assertThat(forecast.mean()).isCloseTo(900, EXACT);
      assertThat(forecast.sd()).isCloseTo(Math.sqrt(3) * sd, Percentage.withPercentage(1e-3));
    }
  }

  /** Draws from a region with a time of few values were wrong once. */
  @Test
  void regionWithAtoms_inASample_isRight() {
    Law values = Law.empirical(171.7, 260, 212.3, 45.6);
    NetworkPrediction prediction =
        Flowgauge.predict(
                Flowgauge.workflow("w")
                    .dependency("a", "c")
                    .dependency("b", "c")
                    .dependency("b", "d")
                    .chain("c", "e", "f", "g", "h")
                    .build())
            .latency(Law.gamma(3, 2))
            .latency("h", values)
            .relativeError(0.002);
    NetworkForecast sampled = prediction.forecast();
    assertThat(sampled.error().kind()).isEqualTo(ForecastError.Kind.CONFIDENCE_INTERVAL);
    double exact = prediction.relativeError(0.001).forecast().mean();
    assertThat(sampled.mean()).isCloseTo(exact, Percentage.withPercentage(0.6));
  }

  @Test
  void roughError_isSampled() {
    NetworkPrediction prediction = Flowgauge.predict(smallest()).latency(Law.gamma(2.5, 40));
    assertThat(prediction.relativeError(0.01).forecast().method()).contains("Monte Carlo");
    assertThat(prediction.relativeError(0.001).forecast().method()).contains("conditioning on 1 ");
  }

  @Test
  void longRow_ofHeavyTails_hasItsExtremes() {
    Law law = Law.lognormal(10, 100);
    Workflow row = Flowgauge.workflow("row").chain("a", "b").build();
    NetworkForecast found =
        Flowgauge.predict(row).latency(law).dataSegments(1_000_000_000).forecast();
    assertThat(found.mean()).isCloseTo(671_501.254, Percentage.withPercentage(0.1));
    assertThat(found.bracket().contains(found.mean())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.02, 0.001})
  void infiniteDensity_keepsTheMean(double shape) {
    NetworkForecast forecast =
        Flowgauge.predict(Flowgauge.workflow("row").chain("a", "b").build())
            .latency(Law.gamma(shape, 10))
            .forecast();
    assertThat(forecast.mean()).isCloseTo(20 * shape, Percentage.withPercentage(1e-3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mixture(weights=[1,1], components=[normal(mean=10,sd=1), normal(mean=1000,sd=1)])",
        "mixture(weights=[5,1,1,1,1], components=[uniform(lo=1,hi=2), uniform(lo=90,hi=91),"
            + " uniform(lo=201,hi=202), uniform(lo=450,hi=451), uniform(lo=801,hi=802)])",
        "mixture(weights=[1,9], components=[gamma(shape=5,scale=98), uniform(lo=38,hi=51)])"
      })
  void oneActivity_ofFarModes_hasTheMomentsOfItsLaw(String text) {
    Law law = Law.parse(text);
    NetworkForecast forecast =
        Flowgauge.predict(Flowgauge.workflow("one").then("a").build()).latency(law).forecast();
    assertThat(forecast.mean()).isCloseTo(law.mean(), Percentage.withPercentage(1e-4));
    assertThat(forecast.sd()).isCloseTo(law.sd(), Percentage.withPercentage(1e-4));
  }

  @Test
  void timeTooRareForSamples_isInTheErrorOfTheMean() {
    Law law = Law.mixture(List.of(1e-6, 1.0), List.of(Law.constant(1e7), Law.exponential(1)));
    NetworkForecast forecast =
        Flowgauge.predict(Flowgauge.workflow("row").chain("a", "b").build())
            .latency(law)
            .forecast();
    assertThat(forecast.error().mean().contains(2 * law.mean())).isTrue();
    assertThat(forecast.error().mean().contains(forecast.mean())).isTrue();
    assertThat(forecast.error().relative()).isGreaterThan(1);
  }

  @Test
  void negativeTimes_areAdded() {
    Workflow row = Flowgauge.workflow("row").chain("a", "b").build();
    for (Law law : List.of(Law.normal(-5, 1), Law.constant(-5))) {
      NetworkForecast forecast = Flowgauge.predict(row).latency(law).forecast();
      assertThat(forecast.mean()).isCloseTo(-10, EXACT);
      assertThat(forecast.bracket().lower()).isCloseTo(-10, EXACT);
      assertThat(forecast.bracket().upper()).isCloseTo(-10, EXACT);
    }
  }
}
