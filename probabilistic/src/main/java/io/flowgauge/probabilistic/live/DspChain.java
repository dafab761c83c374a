package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Arguments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tracks a chain in data- and service-parallel mode, in which segments are independent of one
 * another. The remaining time is the longest of their remaining times. Segments that entered the
 * same service at the same time form a class. While there are few classes, their laws are computed
 * in full. Otherwise, and for probabilities after each event, they are taken from tables ({@link
 * Snapshots}).
 */
final class DspChain extends TrackedChain {
  /** Greatest number of classes computed in full; each takes some milliseconds. */
  private static final int MOST_CLASSES = 24;

  /** Relative error of the tables; measured: against full computations. */
  private static final double TABLE_ERROR = 1e-3;

  private final ServiceSequence stages;
  private final Map<Position, Integer> classes = new HashMap<>();

  /** Null until first needed. */
  private Snapshots snapshots;

  DspChain(int dataSegments, List<Law> services) {
    super(dataSegments, services);
    stages = new ServiceSequence(services, 1);
    classes.put(new Position(0, 0), dataSegments);
  }

  /** A service and the time at which it was entered. */
  private record Position(int stage, double start) {}

  @Override
  public void started(int segment, double atSeconds) {
    checkRunning(segment, atSeconds);
    move(segment, stageOf(segment), atSeconds);
  }

  @Override
  public void finished(int segment, double atSeconds) {
    checkFinished(segment, atSeconds);
    move(segment, stageOf(segment) + 1, atSeconds);
  }

  private void move(int segment, int stage, double at) {
    count(segment, -1);
    place(segment, stage, at);
    if (stage < serviceCount()) {
      count(segment, 1);
    }
  }

  private void count(int segment, int change) {
    Position at = new Position(stageOf(segment), startOf(segment));
    int count = classes.merge(at, change, Integer::sum);
    if (count == 0) {
      classes.remove(at);
    }
    if (snapshots != null) {
      snapshots.add(at.stage, at.start, change);
    }
  }

  @Override
  public Forecast remaining(double nowSeconds) {
    checkNow(nowSeconds);
    if (classes.size() <= MOST_CLASSES) {
      String method = "convolution for each class of segments" + overdue(overdueCount(nowSeconds));
      return LawAnswer.of(fullLaw(nowSeconds), method);
    }
    String method = "tables of remaining times" + overdue(overdueCount(nowSeconds));
    return LawAnswer.estimate(TABLE_ERROR, snapshots().at(nowSeconds), method);
  }

  @Override
  public double probabilityWithin(double deadlineSeconds, double nowSeconds) {
    checkNow(nowSeconds);
    Arguments.requireDeadline(deadlineSeconds);
    if (unfinishedSegments() == 0) {
      return deadlineSeconds >= nowSeconds ? 1 : 0;
    }
    return snapshots().probabilityWithin(deadlineSeconds - nowSeconds, nowSeconds);
  }

  private double overdueCount(double now) {
    double sum = 0;
    for (Map.Entry<Position, Integer> each : classes.entrySet()) {
      Position at = each.getKey();
      sum += service(at.stage).survival(now - at.start) == 0 ? each.getValue() : 0;
    }
    return sum;
  }

  private Law fullLaw(double now) {
    List<Law> laws = new ArrayList<>();
    double[] counts = new double[classes.size()];
    classes.forEach(
        (at, count) -> {
          counts[laws.size()] = count;
          Law within = residual(service(at.stage), now - at.start);
          laws.add(stages.withFollowing(at.stage, within));
        });
    return longest(laws, counts);
  }

  private Snapshots snapshots() {
    if (snapshots == null) {
      List<Law> services = new ArrayList<>();
      for (int k = 0; k < serviceCount(); k++) {
        services.add(service(k));
      }
      snapshots = new Snapshots(new RemainingTable(services, stages, segmentCount()));
      classes.forEach((at, count) -> snapshots.add(at.stage, at.start, count));
    }
    return snapshots;
  }
}
