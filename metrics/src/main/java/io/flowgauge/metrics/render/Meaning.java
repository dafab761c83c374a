package io.flowgauge.metrics.render;

import io.flowgauge.analysis.OverheadClass;
import java.util.EnumMap;
import java.util.Map;

/** What the classes of overhead mean, for someone who meets them for the first time. */
public final class Meaning {
  private static final Map<OverheadClass, String> MEANINGS = meanings();

  private Meaning() {}

  /**
   * Name of a class in running text.
   *
   * @param overhead the class
   * @return lower-case words
   */
  public static String name(OverheadClass overhead) {
    return overhead.label().replace('-', ' ');
  }

  /**
   * What a leaf means.
   *
   * @param overhead the class
   * @return the end of a sentence; empty for an inner class
   */
  public static String of(OverheadClass overhead) {
    return MEANINGS.getOrDefault(overhead, "");
  }

  private static Map<OverheadClass, String> meanings() {
    Map<OverheadClass, String> map = new EnumMap<>(OverheadClass.class);
    middleware(map);
    map.put(
        OverheadClass.SERIALISATION,
        "activities were ready to run, but this run's own activities held every slot.");
    map.put(
        OverheadClass.LOAD_IMBALANCE,
        "some processors had nothing left to do while others still worked on the same section.");
    map.put(
        OverheadClass.DATA_TRANSFER_IMBALANCE,
        "some parallel transfers took much longer than the others.");
    map.put(OverheadClass.REPLICATED_JOBS, "copies of a job ran of which only the fastest counts.");
    map.put(
        OverheadClass.EXTERNAL_LOAD,
        "applications computed longer than their ideal time, on slower or busier processors.");
    map.put(OverheadClass.RESTART, "attempts failed, and what they had done was done again.");
    map.put(OverheadClass.DATA_TRANSFER, "data was moved to or from where it was needed.");
    map.put(OverheadClass.COMMUNICATION, "parallel applications exchanged data.");
    map.put(OverheadClass.SYNCHRONIZATION, "parallel applications waited for their own parts.");
    map.put(OverheadClass.OTHER_PARALLEL, "parallel applications did other work to be parallel.");
    map.put(OverheadClass.UNIDENTIFIED, "the input does not tell what happened in this time.");
    return map;
  }

  private static void middleware(Map<OverheadClass, String> map) {
    map.put(OverheadClass.PREPARATION, "job data was packed and unpacked.");
    map.put(OverheadClass.SUBMISSION, "the engine was handing jobs to the scheduling system.");
    map.put(OverheadClass.WAITING, "submitted jobs had not yet reached the queue of a site.");
    map.put(
        OverheadClass.QUEUE_RESIDENCY,
        "jobs sat in the queue of a site although this run had not filled it.");
    map.put(
        OverheadClass.POLLING,
        "applications had ended or not begun, and the engine had not noticed.");
    map.put(OverheadClass.SUSPENDED, "activities were taken off their processors for a while.");
    map.put(OverheadClass.RESOURCE_BROKERAGE, "the middleware was looking for resources.");
    map.put(OverheadClass.SCHEDULING, "the middleware was mapping activities to resources.");
    map.put(OverheadClass.PERFORMANCE_PREDICTION, "the middleware was predicting times.");
    map.put(OverheadClass.OTHER_SERVICES, "some middleware service was at work.");
    map.put(
        OverheadClass.ENACTMENT,
        "activities could have started, and the engine had not taken them up.");
    map.put(OverheadClass.RESUBMISSION, "failed attempts had not yet been started again.");
  }
}
