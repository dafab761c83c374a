package io.flowgauge.comparison;

import static io.flowgauge.comparison.Quantity.Unit.COUNT;
import static io.flowgauge.comparison.Quantity.Unit.RATIO;
import static io.flowgauge.comparison.Quantity.Unit.SECONDS;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.run.ActivityState;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Extracts the numbers to compare from a report. Not thread-safe. */
final class ReportedValues {
  private final RunReport report;
  private final Map<Quantity, Double> values = new TreeMap<>();

  ReportedValues(RunReport report) {
    this.report = report;
  }

  Map<Quantity, Double> with(List<Subgraph> subgraphs) {
    report
        .run()
        .makespan()
        .map(time -> Times.seconds(Times.saturatedNanos(time)))
        .ifPresent(seconds -> values.put(Quantity.MAKESPAN, seconds));
    if (report.run().workflow().activityCount() > 0) {
      overheads();
      criticalPath();
      metrics(report.metrics());
      report.metrics().types().forEach(this::type);
      activitiesByType().forEach(this::members);
      new RegionValues(report).putInto(values);
      subgraphs.forEach(this::subgraph);
    }
    return values;
  }

  private void overheads() {
    RegionOverheads total = report.overheads().total();
    put(Kind.OVERHEAD, "", "ideal", SECONDS, total.ideal());
    for (OverheadClass overhead : OverheadClass.values()) {
      put(Kind.OVERHEAD, "", overhead.label(), SECONDS, total.overhead(overhead));
    }
    for (OverheadClass overhead : withoutFailures(report, total)) {
      put(Kind.OVERHEAD, "", overhead.label(), SECONDS, Measured.of(0));
    }
  }

  /**
   * Returns the classes that took no time in a region because no attempt failed, and so were not
   * measured there. In a comparison they are zero: if they were missing, the mean of a group would
   * be the mean of its runs with failures.
   */
  static List<OverheadClass> withoutFailures(RunReport report, RegionOverheads region) {
    boolean hasRun = region.time().isMeasured() && report.metrics().attempts() > 0;
    return hasRun && !region.classes().containsKey(OverheadClass.RESTART)
        ? List.of(OverheadClass.RESTART, OverheadClass.RESUBMISSION)
        : List.of();
  }

  private void criticalPath() {
    report
        .attribution()
        .classes()
        .forEach(
            (overhead, nanos) ->
                put(
                    Kind.CRITICAL_PATH,
                    "",
                    overhead.label(),
                    SECONDS,
                    Measured.of(Times.seconds(nanos))));
    put(
        Kind.CRITICAL_PATH,
        "",
        "ideal",
        SECONDS,
        Measured.of(Times.seconds(report.attribution().idealNanos())));
  }

  private void metrics(RunMetrics metrics) {
    metric("success-rate", RATIO, metrics.successRate());
    metric("critical-path-processing", SECONDS, metrics.criticalPathProcessingSeconds());
    metric("mean-response", SECONDS, metrics.meanResponseTime());
    metric("mean-waiting", SECONDS, metrics.meanWaitingTime());
    metric("mean-queuing", SECONDS, metrics.meanQueuingTime());
    metric("mean-synchronization-delay", SECONDS, metrics.synchronizationDelay().mean());
    metric("max-synchronization-delay", SECONDS, metrics.synchronizationDelay().max());
    metric("communication-to-computation", RATIO, metrics.communicationToComputation());
    boolean isFlawless = metrics.attempts() > 0 && failures(metrics) == 0;
    metric("lost-work", SECONDS, isFlawless ? Measured.of(0) : report.overheads().lostWork());
    metric("measured-external-load", SECONDS, report.overheads().measuredExternalLoad());
    metric("attempts", COUNT, Measured.of(metrics.attempts()));
    metric("failed-attempts", COUNT, Measured.of(metrics.failedAttempts()));
    Measured uncompleted = metrics.uncompletedActivities();
    if (uncompleted.isMeasured()) {
      values.put(Quantity.UNCOMPLETED_ACTIVITIES, uncompleted.value());
    }
  }

  private static int failures(RunMetrics metrics) {
    return metrics.failedAttempts() + metrics.abortedAttempts();
  }

  private void metric(String name, Unit unit, Measured value) {
    put(Kind.METRIC, "", name, unit, value);
  }

  private void type(ActivityTypeSummary type) {
    put(Kind.TYPE, type.type(), "count", COUNT, Measured.of(type.count()));
    put(Kind.TYPE, type.type(), "mean", SECONDS, type.meanSeconds());
    put(Kind.TYPE, type.type(), "total", SECONDS, type.totalSeconds());
    put(Kind.TYPE, type.type(), "waiting", SECONDS, type.waitingSeconds());
    put(Kind.TYPE, type.type(), "queue", SECONDS, type.queueSeconds());
  }

  private Map<String, List<Integer>> activitiesByType() {
    Map<String, List<Integer>> byType = new TreeMap<>();
    for (int a = 0; a < report.run().workflow().activityCount(); a++) {
      String type = report.run().workflow().activity(a).type();
      byType.computeIfAbsent(type, key -> new ArrayList<>()).add(a);
    }
    return byType;
  }

  /** The largest load imbalance ([Truong] Eq. 3) and synchronization delay (Eq. 1) of a type. */
  private void members(String type, List<Integer> activities) {
    activities.stream()
        .map(a -> report.metrics().synchronizationDelay(a).max())
        .filter(Measured::isMeasured)
        .mapToDouble(Measured::value)
        .max()
        .ifPresent(s -> put(Kind.TYPE, type, "synchronization-delay", SECONDS, Measured.of(s)));
    if (activities.size() > 1) {
      List<String> ids =
          activities.stream().map(a -> report.run().workflow().activity(a).id()).toList();
      report.metrics().loadImbalance(ActivityState.PROCESSING, ids).values().stream()
          .filter(Measured::isMeasured)
          .mapToDouble(Measured::value)
          .max()
          .ifPresent(s -> put(Kind.TYPE, type, "load-imbalance", SECONDS, Measured.of(s)));
    }
  }

  private void subgraph(Subgraph subgraph) {
    List<String> ids =
        report.run().workflow().activities().stream()
            .filter(activity -> subgraph.types().contains(activity.type()))
            .map(Activity::id)
            .toList();
    if (!ids.isEmpty()) {
      Measured path = report.metrics().criticalPathProcessingSeconds(ids);
      put(Kind.SUBGRAPH, subgraph.name(), "critical-path-processing", SECONDS, path);
      put(Kind.SUBGRAPH, subgraph.name(), "activities", COUNT, Measured.of(ids.size()));
    }
  }

  private void put(Kind kind, String subject, String name, Unit unit, Measured value) {
    if (value.isMeasured()) {
      values.put(new Quantity(kind, subject, name, unit), value.value());
    }
  }
}
