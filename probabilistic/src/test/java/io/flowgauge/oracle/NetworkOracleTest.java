package io.flowgauge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random workflows against plain Monte Carlo that draws times on its own. */
class NetworkOracleTest {
  /** Standard errors that an answer and a sample may differ by; seeds are fixed. */
  private static final double SIGMAS = 5;

  /** Half a 95 % interval is about two standard errors. */
  private static final double HALF_WIDTHS = SIGMAS / 1.96;

  /** Tolerance for values that a sample hits exactly. */
  private static final double ROUNDING = 1e-9;

  private static final int SAMPLES = 40_000;

  static Stream<Graph> graphs() {
    SplittableRandom random = new SplittableRandom(20261120);
    return IntStream.range(0, 12)
        .mapToObj(
            k -> {
              int size = 2 + random.nextInt(14);
              List<Timed> times = new ArrayList<>();
              for (int i = 0; i < size; i++) {
                times.add(time(random));
              }
              return Graph.random(times, 0.15 + 0.4 * random.nextDouble(), random);
            });
  }

  private static Timed time(SplittableRandom random) {
    double mean = 20 + 100 * random.nextDouble();
    return switch (random.nextInt(8)) {
      case 0 -> Timed.constant(mean);
      case 1 -> Timed.exponential(mean);
      case 2 -> Timed.uniform(mean / 2, 2 * mean);
      case 3 -> Timed.weibull(0.8 + random.nextDouble(), mean);
      case 4 -> Timed.erlang(1 + random.nextInt(5), mean / 3);
      case 5 -> Timed.empirical(0.37 * mean, mean, 1.71 * mean, 3.3 * mean, mean);
      case 6 -> Timed.clippedNormal(mean, mean);
      default -> Timed.lognormal(mean, mean).shifted(mean / 3);
    };
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void forecast_randomGraph_agreesWithPlainMonteCarlo(Graph graph) {
    Sample sample = Sample.of(SAMPLES, 1, random -> graph.makespan(graph.draw(random)));
    agree(graph.predict().forecast(), sample);
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void forecast_severalSegmentsDsp_agreesWithPlainMonteCarlo(Graph graph) {
    int segments = 4;
    Sample sample =
        Sample.of(
            SAMPLES / segments,
            2,
            random ->
                IntStream.range(0, segments)
                    .mapToDouble(k -> graph.makespan(graph.draw(random)))
                    .max()
                    .orElseThrow());
    agree(graph.predict().dataSegments(segments).forecast(), sample);
  }

  @ParameterizedTest
  @MethodSource("graphs")
  void forecast_severalSegmentsDp_agreesWithPlainMonteCarlo(Graph graph) {
    int segments = 4;
    Sample sample =
        Sample.of(
            SAMPLES / segments, 3, random -> graph.makespan(graph.drawLongest(segments, random)));
    agree(graph.predict().mode(Mode.DP).dataSegments(segments).forecast(), sample);
  }

  private static void agree(NetworkForecast forecast, Sample sample) {
    ForecastError error = forecast.error();
    agree("mean", error.mean(), sample.mean(), sample.meanError());
    agree("sd", error.sd(), sample.sd(), sample.sdError());
    for (double p : new double[] {0.1, 0.5, 0.9, 0.99}) {
      agreeAt(p, error.quantile(p), sample);
    }
    double slack = SIGMAS * sample.meanError() + ROUNDING * sample.mean();
    assertThat(forecast.bracket().lower()).isLessThanOrEqualTo(sample.mean() + slack);
    assertThat(forecast.bracket().upper()).isGreaterThanOrEqualTo(sample.mean() - slack);
  }

  private static void agree(String what, Range range, double found, double standardError) {
    double middle = (range.lower() + range.upper()) / 2;
    double half = (range.upper() - range.lower()) / 2;
    assertThat(middle)
        .as(what)
        .isCloseTo(
            found,
            within(HALF_WIDTHS * half + SIGMAS * standardError + ROUNDING * (1 + Math.abs(found))));
  }

  /**
   * Checks that about the fraction p of the sample lies up to the quantile; a jump may span more.
   */
  private static void agreeAt(double p, Range range, Sample sample) {
    double half = (range.upper() - range.lower()) / 2;
    double wide = (HALF_WIDTHS - 1) * half + ROUNDING * Math.abs(range.upper());
    double slack = SIGMAS * sample.fractionError(p);
    assertThat(sample.cdf(range.upper() + wide)).as("up to quantile " + p).isGreaterThan(p - slack);
    assertThat(sample.cdf(range.lower() - wide - ROUNDING))
        .as("below quantile " + p)
        .isLessThan(p + slack);
  }

  @Test
  void forecast_rowOfTwoAtoms_isExact() {
    Timed time = Timed.empirical(0, 1_000_000);
    NetworkForecast forecast =
        new Graph(List.of(time, time), List.of(new int[0], new int[] {0})).predict().forecast();
    assertThat(forecast.mean()).isCloseTo(1e6, within(1e-2));
    assertThat(forecast.quantile(0.5)).isCloseTo(1e6, within(1e-2));
    assertThat(forecast.quantile(0.99)).isCloseTo(2e6, within(1e-2));
  }

  @Test
  void bracket_heavyRowOfManySegments_holdsTheMean() {
    Timed time = Timed.lognormal(53.175, 77.758);
    NetworkForecast forecast =
        new Graph(List.of(time, time), List.of(new int[0], new int[] {0}))
            .predict()
            .dataSegments(20)
            .forecast();
    double mean = Flowgauge.predict().services(2, time.law()).dataSegments(20).forecast().mean();
    assertThat(forecast.bracket().contains(mean)).isTrue();
    assertThat(forecast.mean()).isCloseTo(mean, within(1e-5 * mean));
  }

  @Test
  void criticality_randomGraph_isHowOftenTheLongestPathHoldsAnActivity() {
    SplittableRandom random = new SplittableRandom(7);
    List<Timed> times = Stream.generate(() -> Timed.lognormal(50, 40)).limit(10).toList();
    Graph graph = Graph.random(times, 0.35, random);
    NetworkForecast forecast = graph.predict().forecast();
    int[] critical = new int[10];
    int samples = 40_000;
    for (int k = 0; k < samples; k++) {
      mark(graph, graph.draw(random), critical);
    }
    for (int i = 0; i < 10; i++) {
      double expected = (double) critical[i] / samples;
      double se =
          Math.sqrt(
              (expected * (1 - expected) + 1e-4)
                  * (1.0 / samples + 1.0 / forecast.reasonSamples()));
      assertThat(forecast.criticality().get(Graph.name(i)))
          .isCloseTo(expected, within(SIGMAS * se));
    }
  }

  private static void mark(Graph graph, double[] seconds, int[] critical) {
    double whole = graph.makespan(seconds);
    for (int i = 0; i < seconds.length; i++) {
      double[] shorter = seconds.clone();
      shorter[i] *= 1 - 1e-9;
      if (graph.makespan(shorter) < whole) {
        critical[i]++;
      }
    }
  }

  @Test
  void whatIf_otherLawModeAndSegments_equalsFreshPrediction() {
    SplittableRandom random = new SplittableRandom(9);
    Graph graph =
        Graph.random(
            List.of(
                Timed.exponential(30),
                Timed.lognormal(40, 30),
                Timed.uniform(5, 90),
                Timed.erlang(3, 12),
                Timed.weibull(1.3, 50),
                Timed.exponential(20)),
            0.5,
            random);
    Law other = Law.gamma(4, 20);
    NetworkForecast changed =
        graph
            .predict()
            .forecast()
            .whatIf()
            .latency("n2", other)
            .mode(Mode.DP)
            .dataSegments(9)
            .forecast();
    NetworkForecast fresh =
        graph.predict().latency("n2", other).mode(Mode.DP).dataSegments(9).forecast();
    assertThat(changed.mean()).isEqualTo(fresh.mean());
    assertThat(changed.sd()).isEqualTo(fresh.sd());
    assertThat(changed.quantile(0.95)).isEqualTo(fresh.quantile(0.95));
    assertThat(changed.criticality()).isEqualTo(fresh.criticality());
  }
}
