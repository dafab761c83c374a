package io.flowgauge.report.wording;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.report.layout.Human;
import io.flowgauge.workflow.Workflow;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Explains the classes of overhead to a reader who meets them for the first time. Thread-safe. */
public final class Meaning {
  private static final Map<OverheadClass, String> MEANINGS = meanings();

  /** Meanings of some classes in workflows for which it is unknown when activities were ready. */
  private static final Map<OverheadClass, String> WITHOUT_DEPENDENCIES =
      Map.of(
          OverheadClass.ENACTMENT,
          "activities had not been started; the input does not say whether they were ready.",
          OverheadClass.SERIALISATION,
          "this run's own activities held every slot; the input does not say whether others were"
              + " ready.");

  private static final Map<OverheadClass, String> WHY_NEGATIVE =
      new EnumMap<>(
          Map.of(
              OverheadClass.EXTERNAL_LOAD,
              "External load is negative because ideal times and phases within applications, such as"
                  + " data transfer, add up to more than the applications took: they were faster"
                  + " than their ideal times, or ideal times include these phases.",
              OverheadClass.UNIDENTIFIED,
              "Unidentified is negative because the classes add up to more than the makespan:"
                  + " parallel activities lost time at the same moments."));

  private Meaning() {}

  /** Returns the name of a class for running text. */
  public static String name(OverheadClass overhead) {
    return overhead.label().replace('-', ' ');
  }

  /**
   * Returns the meaning of a leaf class, as a clause that ends in a full stop; empty for an inner
   * class.
   */
  public static String of(OverheadClass overhead) {
    return MEANINGS.getOrDefault(overhead, "");
  }

  /** Returns the meaning of a class in runs of a workflow. */
  public static String of(OverheadClass overhead, Workflow workflow) {
    String usual = of(overhead);
    return isReadinessUnknown(workflow)
        ? WITHOUT_DEPENDENCIES.getOrDefault(overhead, usual)
        : usual;
  }

  /** Returns a sentence for each class of a region that has a negative time for a known reason. */
  public static List<String> whyNegative(RegionOverheads region) {
    return whyNegative(overhead -> isNegative(region.overhead(overhead).orElse(0)));
  }

  /**
   * Returns a sentence for each class that has a negative mean in a group of runs for a known
   * reason.
   */
  public static List<String> whyNegative(Comparison comparison) {
    return whyNegative(
        overhead ->
            comparison
                .quantity(new Quantity(Kind.OVERHEAD, "", overhead.label(), Unit.SECONDS))
                .stream()
                .flatMap(compared -> compared.samples().stream())
                .flatMap(Optional::stream)
                .anyMatch(sample -> isNegative(sample.mean())));
  }

  private static List<String> whyNegative(Predicate<OverheadClass> negative) {
    return WHY_NEGATIVE.entrySet().stream()
        .filter(why -> negative.test(why.getKey()))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static boolean isNegative(double seconds) {
    return seconds <= -Human.NOTHING;
  }

  /** Returns a phrase that says what the critical path of a run shows. */
  public static String ofPath(Attribution attribution, Workflow workflow) {
    if (attribution.isEstimated()) {
      return "estimated: the longest path by processing times";
    }
    return isReadinessUnknown(workflow)
        ? "the last to end: what it waited for is not known"
        : "realised: what the end of the run waited for";
  }

  /** Whether activities may have waited for others although the input states no dependencies. */
  static boolean isReadinessUnknown(Workflow workflow) {
    return workflow.activityCount() > 1 && workflow.dependencyCount() == 0;
  }

  private static Map<OverheadClass, String> meanings() {
    Map<OverheadClass, String> map = new EnumMap<>(OverheadClass.class);
    middleware(map);
    map.put(
        OverheadClass.SERIALISATION,
        "activities were ready to run, but this run's own activities held every slot.");
    map.put(
        OverheadClass.LOAD_IMBALANCE,
        "some processors were idle while others still worked on the same section.");
    map.put(
        OverheadClass.DATA_TRANSFER_IMBALANCE,
        "some parallel transfers took much longer than the others.");
    map.put(
        OverheadClass.REPLICATED_JOBS, "several copies of a job ran, and only the fastest counts.");
    map.put(
        OverheadClass.EXTERNAL_LOAD,
        "applications computed longer than their ideal time, on slower or busier processors.");
    map.put(OverheadClass.RESTART, "attempts failed, and their work was lost.");
    map.put(OverheadClass.DATA_TRANSFER, "data was moved to where it was needed, or back.");
    map.put(OverheadClass.COMMUNICATION, "parallel applications exchanged data.");
    map.put(
        OverheadClass.SYNCHRONIZATION,
        "processes of a parallel application waited for each other.");
    map.put(
        OverheadClass.OTHER_PARALLEL,
        "parallel applications had other costs of running in parallel.");
    map.put(OverheadClass.UNIDENTIFIED, "the input does not say what happened in this time.");
    return map;
  }

  private static void middleware(Map<OverheadClass, String> map) {
    map.put(OverheadClass.PREPARATION, "job data was packed and unpacked.");
    map.put(OverheadClass.SUBMISSION, "the engine was handing jobs to the scheduling system.");
    map.put(OverheadClass.WAITING, "submitted jobs had not yet reached a site's queue.");
    map.put(
        OverheadClass.QUEUE_RESIDENCY,
        "jobs sat in a site's queue although this run's activities left slots free.");
    map.put(
        OverheadClass.POLLING,
        "the engine counted an application as running before it had begun or after it had ended.");
    map.put(OverheadClass.SUSPENDED, "activities were taken off their processors for a while.");
    map.put(OverheadClass.RESOURCE_BROKERAGE, "the middleware was looking for resources.");
    map.put(OverheadClass.SCHEDULING, "the middleware was mapping activities to resources.");
    map.put(OverheadClass.PERFORMANCE_PREDICTION, "the middleware was predicting times.");
    map.put(OverheadClass.OTHER_SERVICES, "another middleware service was at work.");
    map.put(
        OverheadClass.ENACTMENT,
        "activities were ready to start, but the engine had not taken them up.");
    map.put(OverheadClass.RESUBMISSION, "failed attempts were waiting to be started again.");
  }
}
