package io.flowgauge.probabilistic;

import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.prediction.Quantile;
import io.flowgauge.probabilistic.chain.Chain;
import io.flowgauge.probabilistic.law.Fits;
import io.flowgauge.probabilistic.law.GivenLaws;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.spi.PredictionProvider;
import java.util.List;
import java.util.Map;

/** What {@code Flowgauge.predict()} and {@link Law} find. Stateless and thread-safe. */
public final class PredictionService implements PredictionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public PredictionService() {}

  @Override
  public Law law(String type, Map<String, ?> parameters) {
    return Laws.of(type, parameters);
  }

  @Override
  public Law parseLaw(String text) {
    return Laws.parse(text);
  }

  @Override
  public List<LawFit> fit(double[] sample) {
    return Fits.of(sample);
  }

  @Override
  public Law lawOfMoments(String type, double mean, double sd) {
    return GivenLaws.ofMoments(type, mean, sd);
  }

  @Override
  public Law lawOfQuantiles(String type, Quantile lower, Quantile upper) {
    return GivenLaws.ofQuantiles(type, lower, upper);
  }

  @Override
  public ChainPrediction chain() {
    return Chain.empty();
  }
}
