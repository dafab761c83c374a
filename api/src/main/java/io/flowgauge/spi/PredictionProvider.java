package io.flowgauge.spi;

import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.prediction.Quantile;
import java.util.List;
import java.util.Map;

/** Makes laws and predicts services in a row. Implementations are stateless and thread-safe. */
public interface PredictionProvider {

  /**
   * The implementation on the class path or module path.
   *
   * @return the first one found, always the same
   * @throws IllegalStateException if there is none
   */
  static PredictionProvider installed() {
    return InstalledPrediction.get();
  }

  /**
   * A law by the name of its type.
   *
   * @param type name of the type
   * @param parameters parameters by name: numbers, lists, laws, or maps in place of laws
   * @return the law
   * @throws IllegalArgumentException as {@link Law#of} says
   */
  Law law(String type, Map<String, ?> parameters);

  /**
   * A law from text.
   *
   * @param text what {@link Law#text()} gives
   * @return the law
   * @throws IllegalArgumentException if the text is not of a law
   */
  Law parseLaw(String text);

  /**
   * Fits laws to a sample.
   *
   * @param sample the values
   * @return the fits, the best first
   * @throws IllegalArgumentException as {@link Law#fit} says
   */
  List<LawFit> fit(double[] sample);

  /**
   * A law of given moments.
   *
   * @param type name of the type
   * @param mean the mean
   * @param sd the standard deviation
   * @return the law
   * @throws IllegalArgumentException as {@link Law#ofMoments} says
   */
  Law lawOfMoments(String type, double mean, double sd);

  /**
   * A law of given quantiles.
   *
   * @param type name of the type
   * @param lower the smaller one
   * @param upper the larger one
   * @return the law
   * @throws IllegalArgumentException as {@link Law#ofQuantiles} says
   */
  Law lawOfQuantiles(String type, Quantile lower, Quantile upper);

  /**
   * A prediction of services in a row, none yet.
   *
   * @return the prediction
   */
  ChainPrediction chain();
}
