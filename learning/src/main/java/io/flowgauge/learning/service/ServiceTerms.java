package io.flowgauge.learning.service;

import java.util.Optional;

/** The terms of the log time of an activity of a known type. Not thread-safe. */
final class ServiceTerms {
  /** Degrees of freedom of Student's law of the residuals. */
  static final double FREEDOM = 4;

  private final ServiceLaws laws;
  private final TypeLaw type;
  private final Work work;
  private final Scaled size;

  ServiceTerms(ServiceLaws laws, TypeLaw type, Work work) {
    this.laws = laws;
    this.type = type;
    this.work = work;
    size = type.law().scaled(work.input());
  }

  ServiceEstimate estimate() {
    return estimate(run());
  }

  /** Estimates an activity that is still to come. */
  ServiceEstimate estimateLater() {
    int known = type.history().runs();
    return known > 0
        ? estimate(laws.runs().estimateLater(work.run(), work.type(), 1.0 / known))
        : estimate();
  }

  private ServiceEstimate estimate(NestedEstimate run) {
    Estimate law = type.law().at(size);
    Estimate identity = identity();
    Estimate sample = sample();
    NestedEstimate machine = machine();
    return new ServiceEstimate(
        law.mean() + type.shift() + identity.mean() + sample.mean() + machine.mean() + run.mean(),
        identity.variance() + sample.variance(),
        type.variance(laws.typical().value()),
        run.outerVariance() + machine.outerVariance(),
        run.innerVariance() + machine.innerVariance() + law.variance());
  }

  private Estimate identity() {
    boolean matters = type.history().identities() > 0;
    return matters ? estimate(laws.identities(), ServiceLaws.identity(work)) : Estimate.ZERO;
  }

  private static Estimate estimate(FlatEffects effects, Optional<Name> name) {
    return name.isPresent() ? effects.estimate(name.get()) : new Estimate(0, effects.variance());
  }

  private Estimate sample() {
    Optional<Name> name = ServiceLaws.sample(work);
    return name.isPresent() ? laws.samples().estimate(name.get()) : Estimate.ZERO;
  }

  private NestedEstimate machine() {
    int known = type.history().machines();
    return estimate(laws.machines(), work.machine().orElse(""), known);
  }

  private NestedEstimate run() {
    return estimate(laws.runs(), work.run(), type.history().runs());
  }

  private NestedEstimate estimate(NestedEffects effects, String outer, int known) {
    return known > 0 ? effects.estimateOfNew(outer, work.type(), 1.0 / known) : NestedEstimate.ZERO;
  }

  /** Learns from the time that the activity took. */
  void observe(double seconds) {
    double y = LogTime.of(seconds);
    ServiceEstimate before = estimate();
    double ofSize = type.history().weight(work.input());
    double error = y - before.mean();
    boolean isFirst = type.law().isEmpty();
    double weight = ofSize * (isFirst ? 1 : weight(error * error / variance(before)));
    Deviation deviation = new Deviation(error, variance(before), weight / Math.sqrt(ofSize));
    deviation.observe();
    type.fit(size, type.law().at(size).mean() + deviation.error, weight);
    if (!isFirst) {
      double ofResidual = before.residualVariance() / variance(before);
      laws.typical().remove(type);
      type.add(error * error * ofResidual, weight, ofSize);
      laws.typical().add(type);
    }
  }

  /**
   * Returns the weight of an observation.
   *
   * @param square square of its residual over the variance
   */
  static double weight(double square) {
    return (FREEDOM + 1) / (FREEDOM + square);
  }

  private static double variance(ServiceEstimate e) {
    return e.ownVariance() + e.residualVariance() + e.runVariance() + e.runTypeVariance();
  }

  /** The error of an estimated log time, shared out among the groups of the activity. */
  private final class Deviation {
    private double error;
    private final double variance;
    private final double weight;

    Deviation(double error, double variance, double weight) {
      this.error = error;
      this.variance = variance;
      this.weight = weight;
    }

    void observe() {
      if (type.history().runs() > 0) {
        observe(laws.runs(), work.run(), type.history().runs());
      }
      if (type.history().machines() > 0 && work.machine().isPresent()) {
        observe(laws.machines(), work.machine().get(), type.history().machines());
      }
      if (type.history().identities() > 0) {
        ServiceLaws.identity(work).ifPresent(name -> observe(laws.identities(), name));
      }
      ServiceLaws.sample(work).ifPresent(name -> observe(laws.samples(), name));
    }

    private void observe(NestedEffects effects, String outer, int known) {
      NestedGroup group = effects.group(outer, work.type(), 1.0 / known);
      NestedEstimate before = effects.estimateOfNew(group);
      effects.add(group, error + before.mean(), weight / (variance - before.variance()));
      error += before.mean() - effects.estimateOfNew(group).mean();
    }

    private void observe(FlatEffects effects, Name name) {
      Group group = effects.group(name);
      Estimate before = effects.estimate(group);
      group.add(error + before.mean(), weight / (variance - before.variance()));
      error += before.mean() - effects.estimate(group).mean();
    }
  }
}
