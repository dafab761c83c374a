package io.flowgauge.report;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.Spread;
import io.flowgauge.analysis.SynchronizationDelay;
import io.flowgauge.run.ActivityState;
import io.flowgauge.workflow.Region;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Metrics given by their parts. */
record FakeMetrics(
    int completedAttempts,
    int failedAttempts,
    Measured criticalPathProcessingSeconds,
    List<SynchronizationDelay> delays,
    Map<String, Measured> utilization,
    List<ForkJoinSlowdown> slowdowns,
    List<ActivityTypeSummary> types)
    implements RunMetrics {
  private static final Measured ABSENT = Measured.absent("the input has no such events");

  @Override
  public int attempts() {
    return completedAttempts + failedAttempts;
  }

  @Override
  public int skippedActivities() {
    return 0;
  }

  @Override
  public Measured uncompletedActivities() {
    return Measured.of(0);
  }

  @Override
  public int abortedAttempts() {
    return 0;
  }

  @Override
  public Measured successRate() {
    return attempts() == 0 ? ABSENT : Measured.of(completedAttempts / (double) attempts());
  }

  @Override
  public List<String> criticalPathByProcessing() {
    return List.of("first", "m4", "last");
  }

  @Override
  public Measured criticalPathProcessingSeconds(Collection<String> activities) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Stream<SynchronizationDelay> synchronizationDelays() {
    return delays.stream();
  }

  @Override
  public Spread synchronizationDelay(int index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Spread synchronizationDelay() {
    if (delays.isEmpty()) {
      return Spread.absent("there are no dependencies");
    }
    var seconds = delays.stream().mapToDouble(SynchronizationDelay::seconds).summaryStatistics();
    return new Spread(
        Measured.of(seconds.getMin()),
        Measured.of(seconds.getAverage(), delays.size(), delays.size() + 1),
        Measured.of(seconds.getMax()));
  }

  @Override
  public Measured processingTime(int index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Measured responseTime(int index) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Measured timeIn(int index, ActivityState state) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Measured meanResponseTime() {
    return ABSENT;
  }

  @Override
  public Measured meanWaitingTime() {
    return ABSENT;
  }

  @Override
  public Measured meanQueuingTime() {
    return completedAttempts == 0 ? ABSENT : Measured.of(3, 3, 7);
  }

  @Override
  public Measured totalQueuingTime() {
    return completedAttempts == 0 ? ABSENT : Measured.of(9, 3, 7);
  }

  @Override
  public Measured totalActiveTime() {
    return ABSENT;
  }

  @Override
  public Measured communicationToComputation() {
    return ABSENT;
  }

  @Override
  public Map<String, Integer> activitiesPerProcessor() {
    return Map.of("p1", 7);
  }

  @Override
  public Map<String, Measured> loadImbalance(ActivityState state, Collection<String> activities) {
    throw new UnsupportedOperationException();
  }

  @Override
  public ForkJoinSlowdown slowdown(Region section, double one) {
    throw new UnsupportedOperationException();
  }
}
