package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import java.util.Optional;

/** Forecast of the critical path. */
final class PathForecast extends AnswerForecast implements ChainForecast {
  private final String path;
  private final double deterministic;
  private final double sequential;

  PathForecast(String path, Answer makespan, double deterministic, double sequential) {
    super(makespan);
    this.path = path;
    this.deterministic = deterministic;
    this.sequential = sequential;
  }

  @Override
  public Optional<String> path() {
    return path.isEmpty() ? Optional.empty() : Optional.of(path);
  }

  @Override
  public double deterministicSeconds() {
    return deterministic;
  }

  @Override
  public double sequentialSeconds() {
    return sequential;
  }

  @Override
  public double variabilityFactor() {
    return ratio("variabilityFactor", mean(), deterministic);
  }

  @Override
  public double speedup() {
    return ratio("speedup", sequential, mean());
  }

  private static double ratio(String name, double over, double under) {
    if (!(under > 0) || over == Double.POSITIVE_INFINITY) {
      throw new IllegalStateException(
          name + " needs finite means above 0, but the ratio is " + over + " s / " + under + " s");
    }
    return over / under;
  }
}
