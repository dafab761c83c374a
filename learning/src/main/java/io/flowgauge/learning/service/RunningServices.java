package io.flowgauge.learning.service;

/**
 * Service times while a run goes on: what was learned before, and from the activities that have
 * completed. Not thread-safe.
 */
public final class RunningServices {
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
    TypeLaw type = laws.types().computeIfAbsent(work.type(), name -> started());
    new Terms(laws, type, work).observe(observation.seconds());
  }

  private static TypeLaw started() {
    return new TypeLaw(new SizeLaw(new double[0][]), TypeHistory.NONE);
  }

  /**
   * The service time of an activity that has not completed.
   *
   * @param work what is to be done
   * @return its law; of a type never seen, how much types differ
   */
  public ServiceEstimate estimate(Work work) {
    return laws.estimate(work);
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
}
