package io.flowgauge.probabilistic.answer;

import io.flowgauge.prediction.ForecastError;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.chain.LoadedMakespan;
import io.flowgauge.probabilistic.chain.Makespan;
import java.util.stream.DoubleStream;

/**
 * {@code Z Σ}: an answer under a site load. If all quantiles of {@code Σ} are off by a fraction at
 * most, so are those of {@code Z Σ}; that fraction is taken from several quantiles.
 */
public final class LoadedAnswer implements Answer {
  private static final double[] PROBES = {0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};

  private final Answer base;
  private final Law load;
  private final LoadedMakespan loaded;

  /**
   * Puts a load on an answer.
   *
   * @param base the makespan without load
   * @param load factor of all times
   */
  public LoadedAnswer(Answer base, Law load) {
    this.base = base;
    this.load = load;
    loaded = new LoadedMakespan(new Unloaded(base), load);
  }

  /** An answer as the makespan that a load is put on. */
  private record Unloaded(Answer answer) implements Makespan {
    @Override
    public double mean() {
      return answer.mean();
    }

    @Override
    public double sd() {
      return answer.sd();
    }

    @Override
    public double quantile(double p) {
      return answer.quantile(p);
    }

    @Override
    public double probabilityWithin(double t) {
      return answer.cdf(t);
    }

    @Override
    public String method() {
      return answer.method();
    }

    @Override
    public ForecastError.Kind errorKind() {
      return answer.kind();
    }

    @Override
    public double relativeError() {
      return half(answer.meanRange()) / Math.abs(answer.mean());
    }
  }

  private static double half(Range range) {
    return (range.upper() - range.lower()) / 2;
  }

  @Override
  public double mean() {
    return loaded.mean();
  }

  @Override
  public double sd() {
    return loaded.sd();
  }

  @Override
  public double quantile(double p) {
    return loaded.quantile(p);
  }

  @Override
  public double cdf(double t) {
    return loaded.probabilityWithin(t);
  }

  @Override
  public String method() {
    return loaded.method();
  }

  @Override
  public ForecastError.Kind kind() {
    return base.kind();
  }

  @Override
  public double level() {
    return base.level();
  }

  @Override
  public Range meanRange() {
    Range range = base.meanRange();
    return new Range(load.mean() * range.lower(), load.mean() * range.upper());
  }

  /** Both moments at the same end: they are off in the same direction at worst. */
  @Override
  public Range sdRange() {
    Range means = base.meanRange();
    Range sds = base.sdRange();
    return new Range(sd(means.lower(), Math.max(0, sds.lower())), sd(means.upper(), sds.upper()));
  }

  private double sd(double mean, double sd) {
    return Math.hypot(Math.hypot(load.mean(), load.sd()) * sd, load.sd() * mean);
  }

  @Override
  public Range quantileRange(double p) {
    double elsewhere =
        DoubleStream.of(PROBES).map(this::relative).filter(Double::isFinite).max().orElse(0);
    return Range.around(quantile(p), Math.max(relative(p), elsewhere));
  }

  private double relative(double p) {
    double half = half(base.quantileRange(p));
    return half == 0 ? 0 : half / Math.abs(base.quantile(p));
  }
}
