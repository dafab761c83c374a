package io.flowgauge.learning.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Learns the laws of all types and all kinds of deviations in turn, each from what the others leave
 * unexplained.
 */
final class Backfitting {
  private static final int SWEEPS = 6;

  private final Observations observations;
  private final ServiceLaws laws = new ServiceLaws();
  private final List<TypeRows> types = new ArrayList<>();
  private final RowEffects runs;
  private final List<RowEffects> effects;

  /** By row: the sum of the means of all deviations, and what is not explained. */
  private final double[] deviations;

  private final double[] residuals;
  private final double[] weights;

  private Backfitting(Observations observations) {
    this.observations = observations;
    deviations = new double[observations.size()];
    residuals = new double[observations.size()];
    weights = new double[observations.size()];
    runs = new NestedRows(laws.runs(), observations, work -> Optional.of(work.run()));
    effects =
        List.of(
            new NestedRows(laws.machines(), observations, Work::machine),
            runs,
            new FlatRows(laws.identities(), observations, ServiceLaws::identity),
            new FlatRows(laws.samples(), observations, ServiceLaws::sample));
    for (Observations.Span span : observations.types()) {
      TypeRows rows = new TypeRows(observations, span);
      types.add(rows);
      laws.types().put(rows.name(), rows.type());
    }
  }

  static ServiceLaws learn(List<Observation> observations) {
    Backfitting fitting = new Backfitting(new Observations(observations));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      fitting.sweep(sweep > 0);
    }
    fitting.centre();
    fitting.laws.types().values().forEach(fitting.laws.typical()::add);
    fitting.types.forEach(type -> type.keep(fitting.observations, fitting.deviations));
    return fitting.laws;
  }

  /**
   * Shifts the laws to where runs typically are. The deviations of runs are shifted the other way,
   * so that estimates for known runs stay the same.
   */
  private void centre() {
    types.forEach(type -> type.centre(residuals, runs));
    laws.runs().shift(type -> -laws.types().get(type).shift());
  }

  private void sweep(boolean adapts) {
    for (TypeRows type : types) {
      type.fit(deviations, residuals);
    }
    for (RowEffects effect : effects) {
      learn(effect, adapts);
    }
    Arrays.setAll(weights, this::effectVariance);
    for (TypeRows type : types) {
      type.weigh(residuals, weights);
    }
  }

  private double effectVariance(int row) {
    double variance = 0;
    for (RowEffects effect : effects) {
      variance += effect.variance(row);
    }
    return variance;
  }

  private void learn(RowEffects effect, boolean adapts) {
    for (int row = 0; row < observations.size(); row++) {
      residuals[row] += effect.mean(row);
      deviations[row] -= effect.mean(row);
    }
    for (TypeRows type : types) {
      type.setPrecisions(weights);
    }
    effect.learn(residuals, weights);
    if (adapts) {
      effect.adapt();
    }
    for (int row = 0; row < observations.size(); row++) {
      residuals[row] -= effect.mean(row);
      deviations[row] += effect.mean(row);
    }
  }
}
