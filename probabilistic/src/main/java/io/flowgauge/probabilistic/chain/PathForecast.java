package io.flowgauge.probabilistic.chain;

import io.flowgauge.prediction.ChainForecast;
import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Range;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Forecast of the critical path. */
final class PathForecast implements ChainForecast {
  private static final double SHOWN = 0.95;

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
  public double quantile(double p) {
    if (!(p > 0 && p < 1)) {
      throw new IllegalArgumentException("quantile: p must be in (0, 1), but is " + p);
    }
    return makespan.quantile(p);
  }

  @Override
  public double probabilityWithin(double deadlineSeconds) {
    if (Double.isNaN(deadlineSeconds)) {
      throw new IllegalArgumentException("deadlineSeconds must be a number, but is NaN");
    }
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

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "Forecast[mean=%.6g s, sd=%.6g s, q95=%.6g s, method=%s]",
        mean(),
        sd(),
        quantile(SHOWN),
        method());
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
