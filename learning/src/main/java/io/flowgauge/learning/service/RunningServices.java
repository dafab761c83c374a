package io.flowgauge.learning.service;

import java.util.function.ToIntFunction;

/**
 * Service times during a run, learned from earlier runs and from its activities that have
 * completed. Not thread-safe.
 */
public final class RunningServices implements KnownServices {
  private final ServiceLaws laws;

  RunningServices(ServiceLaws laws) {
    this.laws = laws;
  }

  /**
   * Learns from one more activity, in constant time.
   *
   * @param observation work that has completed
   */
  public void observe(Observation observation) {
    Work work = observation.work();
    TypeLaw type = laws.types().computeIfAbsent(work.type(), name -> newLaw());
    new ServiceTerms(laws, type, work).observe(observation.seconds());
  }

  private static TypeLaw newLaw() {
    return new TypeLaw(new SizeLaw(new double[0][]), TypeHistory.NONE);
  }

  @Override
  public ServiceEstimate estimate(Work work) {
    return laws.estimate(work);
  }

  @Override
  public ServiceEstimate estimateLater(Work work) {
    return laws.estimateLater(work);
  }

  /**
   * Whether activities of a type were observed, in this run or before.
   *
   * @param type name of the type
   * @return whether there is a law for it
   */
  public boolean knows(String type) {
    return laws.law(type).isPresent();
  }

  @Override
  public int observations(String type) {
    return atLeastOne(type, TypeHistory::observations);
  }

  @Override
  public int runs(String type) {
    return atLeastOne(type, TypeHistory::runs);
  }

  private int atLeastOne(String type, ToIntFunction<TypeHistory> count) {
    return laws.law(type).map(law -> Math.max(1, count.applyAsInt(law.history()))).orElse(0);
  }
}
