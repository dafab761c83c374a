package io.flowgauge.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.NetworkForecast;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Bounded slots against an obvious list scheduler that starts activities in the order they become
 * ready.
 */
class SlotOracleTest {
  private static final double SIGMAS = 5;

  /** Relative tolerance, as samples may be held in single precision. */
  private static final double SINGLE = 1e-6;

  private static final int SIZE = 14;

  private static Graph graph(SplittableRandom random, boolean fixed) {
    List<Timed> times =
        IntStream.range(0, SIZE)
            .mapToObj(
                k -> {
                  double mean = 5 + 100 * random.nextDouble();
                  return fixed ? Timed.constant(mean) : Timed.erlang(2, mean / 2);
                })
            .toList();
    return Graph.random(times, 0.2, random);
  }

  /**
   * Returns the makespan of a list schedule: whenever a processor is free, it starts the activity
   * that has been ready longest; of several, the one added first.
   */
  private static double schedule(Graph graph, double[] seconds, double[] speeds) {
    double[] ready = new double[SIZE];
    double[] end = new double[SIZE];
    double[] free = new double[speeds.length];
    boolean[] done = new boolean[SIZE];
    for (int k = 0; k < SIZE; k++) {
      double earliest = Arrays.stream(free).min().orElseThrow();
      int next = -1;
      for (int i = 0; i < SIZE; i++) {
        if (!done[i] && startable(graph, i, done)) {
          ready[i] = Arrays.stream(graph.before().get(i)).mapToDouble(j -> end[j]).max().orElse(0);
          if (next < 0 || ready[i] < ready[next]) {
            next = i;
          }
        }
      }
      double start = Math.max(earliest, ready[next]);
      int processor = fastest(free, speeds, start);
      end[next] = start + seconds[next] / speeds[processor];
      free[processor] = end[next];
      done[next] = true;
    }
    return Arrays.stream(end).max().orElseThrow();
  }

  private static boolean startable(Graph graph, int activity, boolean[] done) {
    return Arrays.stream(graph.before().get(activity)).allMatch(j -> done[j]);
  }

  private static int fastest(double[] free, double[] speeds, double start) {
    return IntStream.range(0, free.length)
        .filter(p -> free[p] <= start)
        .boxed()
        .max(Comparator.comparingDouble(p -> speeds[p]))
        .orElseThrow();
  }

  @RepeatedTest(30)
  void forecast_fixedTimes_isTheListSchedule(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    Graph graph = graph(random, true);
    double[] speeds = random.doubles(1 + random.nextInt(4), 0.5, 3).toArray();
    double[] seconds = graph.draw(random);
    double found = graph.predict().processors(speeds).forecast().mean();
    double expected = schedule(graph, seconds, speeds);
    assertThat(found).isCloseTo(expected, within(SINGLE * expected));
    double work = Arrays.stream(seconds).sum();
    assertThat(found).isGreaterThanOrEqualTo(work / Arrays.stream(speeds).sum() * (1 - SINGLE));
  }

  @RepeatedTest(6)
  void forecast_randomTimes_agreesWithListSchedules(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(100 + repetition.getCurrentRepetition());
    Graph graph = graph(random, false);
    double[] speeds = random.doubles(3, 0.5, 3).toArray();
    NetworkForecast forecast = graph.predict().processors(speeds).forecast();
    Sample sample = Sample.of(20_000, 5, r -> schedule(graph, graph.draw(r), speeds));
    double half = (forecast.error().mean().upper() - forecast.error().mean().lower()) / 2;
    assertThat(forecast.mean())
        .isCloseTo(sample.mean(), within(SIGMAS * (sample.meanError() + half / 1.96)));
    assertThat(sample.cdf(forecast.quantile(0.9))).isCloseTo(0.9, within(0.02));
  }

  @Test
  void forecast_oneSlot_isTheSumOfAllTimes() {
    Graph graph = graph(new SplittableRandom(1), false);
    NetworkForecast forecast = graph.predict().slots(1).forecast();
    double sum = graph.times().stream().mapToDouble(t -> t.law().mean()).sum();
    double variance = graph.times().stream().mapToDouble(t -> Math.pow(t.law().sd(), 2)).sum();
    assertThat(forecast.mean()).isCloseTo(sum, within(0.005 * sum));
    assertThat(forecast.sd()).isCloseTo(Math.sqrt(variance), within(0.1 * Math.sqrt(variance)));
  }

  @Test
  void forecast_aSlotForEveryActivity_isUnbounded() {
    Graph graph = graph(new SplittableRandom(2), false);
    NetworkForecast bounded = graph.predict().slots(SIZE).forecast();
    NetworkForecast unbounded = graph.predict().forecast();
    double error = (bounded.error().relative() + unbounded.error().relative()) * unbounded.mean();
    assertThat(bounded.mean()).isCloseTo(unbounded.mean(), within(3 * error));
  }
}
