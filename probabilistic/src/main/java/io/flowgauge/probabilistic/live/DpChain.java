package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Arguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tracks a chain in data-parallel mode, in which all unfinished segments are in one service. The
 * remaining time is the longest of their remaining times there plus, for each later service, the
 * longest time of all segments.
 */
final class DpChain extends TrackedChain {
  private static final String METHOD = "convolution of the services' longest times";

  private final ServiceSequence stages;

  /** Number of segments in the current service, by the time at which they started in it. */
  private final Map<Double, Integer> running = new TreeMap<>();

  private int current;
  private double lastEnd;

  /**
   * The last computed law of the remaining time; valid at {@link #knownAt} until the next event.
   */
  private Law known;

  private double knownAt = Double.NaN;

  DpChain(int dataSegments, List<Law> services) {
    super(dataSegments, services);
    stages = new ServiceSequence(services, dataSegments);
    running.put(0.0, dataSegments);
  }

  @Override
  public void started(int segment, double atSeconds) {
    checkCurrent(segment, atSeconds);
    leave(segment);
    place(segment, current, atSeconds);
    running.merge(atSeconds, 1, Integer::sum);
  }

  @Override
  public void finished(int segment, double atSeconds) {
    checkCurrent(segment, atSeconds);
    checkFinished(segment, atSeconds);
    lastEnd = Math.max(lastEnd, atSeconds);
    leave(segment);
    place(segment, current + 1, lastEnd);
    if (running.isEmpty() && current + 1 < serviceCount()) {
      current++;
      beginAll();
    }
  }

  private void checkCurrent(int segment, double atSeconds) {
    checkRunning(segment, atSeconds);
    if (stageOf(segment) > current) {
      throw new IllegalStateException(
          "segment " + segment + " waits for others to leave service " + current);
    }
    knownAt = Double.NaN;
  }

  private void leave(int segment) {
    running.computeIfPresent(startOf(segment), (at, count) -> count == 1 ? null : count - 1);
  }

  private void beginAll() {
    for (int segment = 0; segment < segmentCount(); segment++) {
      place(segment, current, lastEnd);
    }
    running.put(lastEnd, segmentCount());
  }

  @Override
  public Forecast remaining(double nowSeconds) {
    checkNow(nowSeconds);
    Law law = law(nowSeconds);
    return LawAnswer.of(law, METHOD + overdue(overdueCount(nowSeconds)));
  }

  @Override
  public double probabilityWithin(double deadlineSeconds, double nowSeconds) {
    checkNow(nowSeconds);
    Arguments.requireDeadline(deadlineSeconds);
    return law(nowSeconds).cdf(deadlineSeconds - nowSeconds);
  }

  private double overdueCount(double now) {
    Law service = service(current);
    return running.entrySet().stream()
        .filter(each -> service.survival(now - each.getKey()) == 0)
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  private Law law(double now) {
    if (knownAt != now) {
      known =
          unfinishedSegments() == 0
              ? Law.constant(0)
              : stages.withFollowing(current, longestResidual(now));
      knownAt = now;
    }
    return known;
  }

  private Law longestResidual(double now) {
    List<Law> laws = new ArrayList<>();
    double[] counts = new double[running.size()];
    running.forEach(
        (start, count) -> {
          counts[laws.size()] = count;
          laws.add(residual(service(current), now - start));
        });
    return longest(laws, counts);
  }
}
