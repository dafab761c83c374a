package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.answer.CheckedForecast;
import java.util.Optional;
import java.util.OptionalDouble;

/** Forecast of the critical path. */
final class PathForecast extends CheckedForecast implements ChainForecast {
  private final String path;
  private final Makespan makespan;
  private final double deterministic;
  private final double sequential;

  PathForecast(String path, Makespan makespan, double deterministic, double sequential) {
    this.path = path;
    this.makespan = makespan;
    this.deterministic = deterministic;
    this.sequential = sequential;
  }

  @Override
  public double mean() {
    return makespan.mean();
  }

  @Override
  public double sd() {
    return makespan.sd();
  }

  @Override
  protected double checkedQuantile(double p) {
    return makespan.quantile(p);
  }

  @Override
  protected double checkedProbability(double deadlineSeconds) {
    return makespan.probabilityWithin(deadlineSeconds);
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
          name + " needs finite means above 0, but is " + over + " s / " + under + " s");
    }
    return over / under;
  }

  @Override
  public String method() {
    return makespan.method();
  }

  @Override
  public ForecastError error() {
    return new PathError(this);
  }

  /** The same errors for all answers. */
  private record PathError(PathForecast forecast) implements ForecastError {
    @Override
    public Kind kind() {
      return forecast.makespan.errorKind();
    }

    @Override
    public double relative() {
      double absolute = forecast.makespan.absoluteError();
      double mean = Math.abs(forecast.mean());
      return forecast.makespan.relativeError() + (absolute == 0 ? 0 : absolute / mean);
    }

    @Override
    public OptionalDouble level() {
      return OptionalDouble.empty();
    }

    @Override
    public Range mean() {
      return around(forecast.mean());
    }

    @Override
    public Range sd() {
      return around(forecast.sd());
    }

    @Override
    public Range quantile(double p) {
      return around(forecast.quantile(p));
    }

    private Range around(double value) {
      Range relative = Range.around(value, forecast.makespan.relativeError());
      double absolute = forecast.makespan.absoluteError();
      return new Range(relative.lower() - absolute, relative.upper() + absolute);
    }

    @Override
    public String toString() {
      return kind() + " " + relative();
    }
  }
}
