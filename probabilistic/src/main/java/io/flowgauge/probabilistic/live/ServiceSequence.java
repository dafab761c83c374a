package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.grid.GridSum;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.order.Corners;
import io.flowgauge.probabilistic.order.Tail;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The services of a chain, and the time that follows each of them. Not thread-safe: sums are
 * computed on demand.
 */
final class ServiceSequence {
  /**
   * Relative error to which grids are refined. Smaller errors cannot always be reached, because
   * even finer grids do not resolve all corners.
   */
  private static final double GRID_ERROR = 1e-7;

  /** Greatest number of data segments for which round-off on grids is still small. */
  private static final double MOST_SEGMENTS = 1e6;

  private final List<Law> laws;

  /**
   * The random part of the time after each service; null until needed, and if nothing random
   * follows.
   */
  private final Tail[] following;

  private final double[] fixedFollowing;

  /**
   * Prepares the services.
   *
   * @param laws law of the time of each
   * @param count number of data segments that a service waits for: its time is the longest of that
   *     many
   */
  ServiceSequence(List<Law> laws, int count) {
    this.laws = laws.stream().map(law -> Laws.isFixed(law) ? law : law.maximumOf(count)).toList();
    following = new Tail[laws.size()];
    fixedFollowing = new double[laws.size()];
    for (int k = laws.size() - 2; k >= 0; k--) {
      Law next = laws.get(k + 1);
      fixedFollowing[k] = fixedFollowing[k + 1] + (Laws.isFixed(next) ? next.mean() : 0);
    }
  }

  /** Returns the law of a time within a service plus all that follows the service. */
  Law withFollowing(int stage, Law within) {
    double fixed = fixedFollowing[stage];
    if (!isFollowed(stage)) {
      return shifted(fixed, within);
    }
    if (isCornered(stage, within)) {
      return Laws.isFixed(within)
          ? shifted(fixed + within.mean(), sumOnGrid(randomServicesAfter(stage)))
          : shifted(fixed, sumOnGrid(Stream.concat(randomServicesAfter(stage), Stream.of(within))));
    }
    Tail rest = tailFollowing(stage);
    return Laws.isFixed(within)
        ? new TailLaw(fixed + within.mean(), rest)
        : new TailLaw(fixed, Tail.of(within).plus(rest));
  }

  private static Law shifted(double seconds, Law law) {
    return seconds == 0 ? law : Law.shifted(seconds, law);
  }

  /** Returns the laws of the services after one that are not constant. */
  private Stream<Law> randomServicesAfter(int stage) {
    return laws.stream().skip(stage + 1L).filter(law -> !Laws.isFixed(law));
  }

  /**
   * Whether a density has corners, for which polynomials would need so many panels that they take
   * seconds.
   */
  boolean isCornered(int stage, Law within) {
    return Stream.concat(randomServicesAfter(stage), Stream.of(within))
        .anyMatch(law -> law instanceof Corners corners && corners.cornerPeriod() > 0);
  }

  private static Law sumOnGrid(Stream<Law> times) {
    Map<Law, Integer> counts = new LinkedHashMap<>();
    times.forEach(law -> counts.merge(law, 1, Integer::sum));
    boolean isAlone = counts.size() == 1 && counts.containsValue(1);
    return isAlone
        ? counts.keySet().iterator().next()
        : GridSum.of(counts, GRID_ERROR, MOST_SEGMENTS);
  }

  /** Whether anything random follows a service. */
  boolean isFollowed(int stage) {
    return randomServicesAfter(stage).findAny().isPresent();
  }

  /**
   * Returns the computation of a service and the time that follows it, some of which must be
   * random.
   */
  Following following(int stage, Law service) {
    return new Following(service, tailFollowing(stage), fixedFollowing[stage]);
  }

  private Tail tailFollowing(int stage) {
    int next = stage + 1;
    while (next < laws.size() && Laws.isFixed(laws.get(next))) {
      next++;
    }
    if (next == laws.size()) {
      return null;
    }
    if (following[stage] == null) {
      Tail after = tailFollowing(next);
      Tail own = Tail.of(laws.get(next));
      following[stage] = after == null ? own : own.plus(after);
    }
    return following[stage];
  }
}
