package io.flowgauge.resources.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DurationForecasterTest {
  private static final double BAR = 1.1;

  @Test
  void predict_recordedJobs_nearlyAsGoodAsTheBestCandidate() throws IOException {
    Replay all = new Replay();
    all.run(jobs());
    assertThat(all.ratio()).as(all.toString()).isLessThanOrEqualTo(BAR);
    assertThat(all.share()).as(all.toString()).isGreaterThan(0.8);
  }

  @Test
  void predict_rarerJobs_nearlyAsGoodAsTheBestCandidate() throws IOException {
    List<Replay> thinned = List.of(thinned(5), thinned(10), thinned(20));
    double logarithms = thinned.stream().mapToDouble(one -> Math.log(one.ratio())).sum();
    assertThat(Math.exp(logarithms / thinned.size()))
        .as(thinned.toString())
        .isLessThanOrEqualTo(BAR);
    assertThat(thinned).allMatch(one -> one.errors[0] > one.least());
  }

  /** Replays thinned series: every step-th job, starting from each of the first step jobs. */
  private static Replay thinned(int step) throws IOException {
    Replay replay = new Replay();
    List<double[]> jobs = jobs();
    for (int first = 0; first < step; first++) {
      int offset = first;
      replay.run(
          IntStream.range(0, jobs.size())
              .filter(k -> k % step == offset)
              .mapToObj(jobs::get)
              .toList());
    }
    return replay;
  }

  /** Errors of successive forecasts, in seconds. */
  private static final class Replay {
    private double[] errors = new double[0];
    private double error;
    private int covered;
    private int count;

    void run(List<double[]> jobs) {
      DurationSeries series = new DurationSeries();
      series.observe(jobs.get(0)[0], jobs.get(0)[2]);
      for (double[] job : jobs.subList(1, jobs.size())) {
        judge(series, job);
        series.observe(job[0], job[2]);
      }
    }

    private void judge(DurationSeries series, double[] job) {
      double[] candidates = series.candidates(job[1]);
      errors = Arrays.copyOf(errors, candidates.length);
      for (int k = 0; k < candidates.length; k++) {
        errors[k] += Math.abs(candidates[k] - job[0]);
      }
      DurationForecast forecast = series.predict(job[1]);
      error += Math.abs(forecast.seconds() - job[0]);
      covered += forecast.lowSeconds() <= job[0] && job[0] <= forecast.highSeconds() ? 1 : 0;
      count++;
      series.judge(forecast, job[0]);
    }

    double least() {
      return Arrays.stream(errors).min().orElseThrow();
    }

    double ratio() {
      return error / least();
    }

    double share() {
      return (double) covered / count;
    }

    @Override
    public String toString() {
      double[] means = Arrays.stream(errors).map(sum -> sum / count).toArray();
      return String.format(
          Locale.ROOT,
          "%.4f s (%.3f) of %s, held %d of %d",
          error / count,
          ratio(),
          Arrays.toString(means),
          covered,
          count);
    }
  }

  @Test
  void predict_durationsFollowLoad_fittedToLoad() {
    DurationForecaster forecaster = new DurationForecaster();
    forecaster.observe("align", "a", 5, 0);
    for (int k = 0; k < 40; k++) {
      int load = k * 7 % 4;
      DurationForecast expected = forecaster.predict("align", "a", load).orElseThrow();
      forecaster.observe(expected, 5 + 2 * load, load);
    }
    DurationForecast forecast = forecaster.predict("align", "a", 2).orElseThrow();
    assertThat(forecast.method()).isEqualTo("duration fitted to load");
    assertThat(forecast.seconds()).isBetween(8.99, 9.01);
    assertThat(forecaster.predict("align", "b", 2)).isEmpty();
  }

  @Test
  void predict_nothingJudged_lastDuration() {
    DurationForecaster forecaster = new DurationForecaster();
    forecaster.observe("align", "a", 4, 0);
    forecaster.observe("align", "a", 6, 0);
    assertThat(forecaster.predict("align", "a", 1))
        .hasToString("Optional[DurationForecast[6.000 s, 90 %: 4.000 to 6.000, by last duration]]");
  }

  @Test
  void observe_badNumbers_throws() {
    DurationForecaster forecaster = new DurationForecaster();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forecaster.observe("align", "a", -1, 0))
        .withMessage("seconds must be finite and 0 or more, but is -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> forecaster.predict("align", "a", Double.NaN))
        .withMessageContaining("forecastLoad");
  }

  /** Returns for each job its seconds, the load before it, and the load during it. */
  private static List<double[]> jobs() throws IOException {
    try (InputStream in = DurationForecasterTest.class.getResourceAsStream("durations.csv")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.startsWith("seconds"))
          .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
          .toList();
    }
  }
}
