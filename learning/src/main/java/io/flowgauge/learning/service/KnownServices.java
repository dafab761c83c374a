package io.flowgauge.learning.service;

/** What is known of service times at a moment, before a run or during it. */
public interface KnownServices {

  /**
   * Estimates the service time of an activity. For an unknown type, only the spread between types
   * is known.
   *
   * @param work what is to be done
   * @return its law
   */
  ServiceEstimate estimate(Work work);

  /**
   * Estimates the service time of an activity still to come in a run in progress. Deviations that
   * its activities share may change until then. Before the run, nothing is known of them, and the
   * estimate is the same as any other.
   *
   * @param work what is to be done
   * @return its law
   */
  default ServiceEstimate estimateLater(Work work) {
    return estimate(work);
  }

  /**
   * Number of observed activities of a type.
   *
   * @param type name of the type
   * @return their number; 0 for an unknown type, 1 for one that was first seen in the run in
   *     progress
   */
  int observations(String type);

  /**
   * Number of runs in which a type was observed.
   *
   * @param type name of the type
   * @return the number of runs; 0 for an unknown type
   */
  int runs(String type);
}
