package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.LoadedAnswer;
import io.flowgauge.probabilistic.answer.SiteLoad;
import java.util.stream.DoubleStream;

/**
 * {@code Z Σ}: an answer under a site load. If the relative error of all quantiles of {@code Σ} is
 * at most some fraction, so is that of the quantiles of {@code Z Σ}. The fraction is estimated from
 * several quantiles.
 */
final class LoadedNetwork extends LoadedAnswer {
  private static final double[] PROBES = {0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};

  private final Answer base;
  private final Law load;

  LoadedNetwork(Answer base, Law load) {
    super(base, new SiteLoad(load));
    this.base = base;
    this.load = load;
  }

  @Override
  public Range meanRange() {
    Range range = base.meanRange();
    return new Range(load.mean() * range.lower(), load.mean() * range.upper());
  }

  /**
   * Returns the range of the standard deviation. Each end combines the same ends of both moments,
   * as in the worst case they err in the same direction.
   */
  @Override
  public Range sdRange() {
    Range means = base.meanRange();
    Range sds = base.sdRange();
    return new Range(sd(means.lower(), Math.max(0, sds.lower())), sd(means.upper(), sds.upper()));
  }

  @Override
  public Range quantileRange(double p) {
    double elsewhere =
        DoubleStream.of(PROBES).map(this::relative).filter(Double::isFinite).max().orElse(0);
    return Range.around(quantile(p), Math.max(relative(p), elsewhere));
  }

  private double relative(double p) {
    Range range = base.quantileRange(p);
    double half = (range.upper() - range.lower()) / 2;
    return half == 0 ? 0 : half / Math.abs(base.quantile(p));
  }
}
