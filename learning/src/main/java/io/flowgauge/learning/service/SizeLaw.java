package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the log time of a type depends on its input: an average of regressions, one for each pair of
 * a size and a constant, weighted by how probable they make the observations. Not thread-safe.
 */
final class SizeLaw {
  /** Prior probability that no size matters. */
  private static final double CONSTANT = 0.1;

  /** Candidates less probable than this, relative to the best one, are left out. */
  private static final double NEGLIGIBLE = 1e-3;

  private final List<SizeCandidate> candidates = new ArrayList<>();
  private final double[] weights;

  /**
   * Creates a law for which only the sizes are known.
   *
   * @param sizes one array for each feature
   */
  SizeLaw(double[][] sizes) {
    this(Sizes.scales(sizes));
  }

  /** Creates a law from the scales of its candidates, one list for each feature. */
  private SizeLaw(List<List<SizeScale>> features) {
    candidates.add(new SizeCandidate(Optional.empty(), Math.log(CONSTANT)));
    for (List<SizeScale> scales : features) {
      double prior = (1 - CONSTANT) / features.size() / scales.size();
      scales.forEach(s -> candidates.add(new SizeCandidate(Optional.of(s), Math.log(prior))));
    }
    weights = new double[candidates.size()];
    weights[0] = 1;
  }

  SizeLaw(SizeLaw other) {
    other.candidates.forEach(candidate -> candidates.add(new SizeCandidate(candidate)));
    weights = other.weights.clone();
  }

  /** Returns the sums of what was added, for the constant law and for the laws of each feature. */
  Map<String, Object> saved() {
    List<Map<String, Object>> features = new ArrayList<>();
    List<List<Double>> laws = new ArrayList<>();
    int last = -1;
    for (SizeCandidate candidate : candidates.subList(1, candidates.size())) {
      SizeScale scale = candidate.scale().orElseThrow();
      if (scale.feature() != last) {
        last = scale.feature();
        laws = new ArrayList<>();
        features.add(scale.savedFeature());
        features.get(features.size() - 1).put("laws", laws);
      }
      laws.add(candidate.saved());
    }
    Map<String, Object> saved = new LinkedHashMap<>();
    saved.put("constant", candidates.get(0).saved());
    saved.put("sizes", features);
    return saved;
  }

  static SizeLaw from(Saved saved) {
    List<Saved> features = saved.at("sizes").elements();
    SizeLaw law = new SizeLaw(features.stream().map(SizeScale::from).toList());
    law.candidates.get(0).restore(saved.at("constant"));
    int next = 1;
    for (Saved feature : features) {
      int count = SizeScale.from(feature).size();
      for (Saved each : feature.at("laws").elements(count, "a law for each of " + count)) {
        law.candidates.get(next++).restore(each);
      }
    }
    law.solve();
    return law;
  }

  /** Weighted mean of the log times. */
  double meanTime() {
    return candidates.get(0).regression().intercept();
  }

  boolean isEmpty() {
    return candidates.get(0).isEmpty();
  }

  Scaled scaled(InputSize size) {
    return new Scaled(size, candidates);
  }

  void clear() {
    candidates.forEach(SizeCandidate::clear);
  }

  void add(Scaled at, double y, double weight) {
    for (int k = 0; k < weights.length; k++) {
      candidates.get(k).add(at.log(k), y - at.beyond(k), weight);
    }
  }

  /** Weighs the candidates by their probability, given what was added. */
  void solve() {
    double greatest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < weights.length; k++) {
      candidates.get(k).solve();
      weights[k] = candidates.get(k).logPosterior();
      greatest = Math.max(greatest, weights[k]);
    }
    for (int k = 0; k < weights.length; k++) {
      double weight = Math.exp(weights[k] - greatest);
      weights[k] = weight < NEGLIGIBLE ? 0 : weight;
    }
  }

  /** Returns the law at a size; candidates whose size is not known do not contribute. */
  Estimate at(Scaled size) {
    double total = 0;
    double mean = 0;
    double square = 0;
    double within = 0;
    for (int k = 0; k < weights.length; k++) {
      if (weights[k] > 0 && !Double.isNaN(size.log(k))) {
        Regression regression = candidates.get(k).regression();
        double y = regression.at(size.log(k)) + size.beyond(k);
        total += weights[k];
        mean += weights[k] * y;
        square += weights[k] * y * y;
        within += weights[k] * regression.variance(size.log(k));
      }
    }
    return total > 0 ? mixed(total, mean, square, within) : constant();
  }

  private static Estimate mixed(double total, double mean, double square, double within) {
    double centre = mean / total;
    double between = Math.max(0, square / total - centre * centre);
    return new Estimate(centre, between + within / total);
  }

  private Estimate constant() {
    Regression regression = candidates.get(0).regression();
    return new Estimate(regression.at(0), regression.variance(0));
  }
}
