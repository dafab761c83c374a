package io.flowgauge.learning.service;

/** What is known of service times at a moment, before a run or while it goes on. */
public interface KnownServices {

  /**
   * The service time of an activity. Of an unknown type, only how much types differ is known.
   *
   * @param work what is to be done
   * @return its law
   */
  ServiceEstimate estimate(Work work);

  /**
   * The service time of an activity still to come in a run in progress: what its activities have in
   * common may change meanwhile. Before the run, nothing about it is known yet, and it is like any
   * other.
   *
   * @param work what is to be done
   * @return its law
   */
  default ServiceEstimate estimateLater(Work work) {
    return estimate(work);
  }

  /**
   * How many activities of a type were observed.
   *
   * @param type name of the type
   * @return their number, 0 for a type that is not known; of one that was first seen in the run
   *     that goes on, 1
   */
  int observations(String type);

  /**
   * In how many runs a type was observed.
   *
   * @param type name of the type
   * @return the number of runs, 0 for a type that is not known
   */
  int runs(String type);
}
