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

/** The services of a chain, and what comes after each. Not thread-safe: sums are made on demand. */
final class ServiceSequence {
  /**
   * Error to which grids are refined: polynomials cannot follow corners, and even finer grids do
   * not follow all of them.
   */
  private static final double GRID_ERROR = 1e-7;

  /** Greatest number of data segments for which round-off on grids leaves digits. */
  private static final double MOST_SEGMENTS = 1e6;

  private final List<Law> laws;

  /** The rest after a service; null until asked for, and where nothing random follows. */
  private final Tail[] following;

  private final double[] fixedFollowing;

  /**
   * The services.
   *
   * @param laws law of the time of each
   * @param count the time that follows a service is the longest of that many of the next one, and
   *     so on
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

  /** Law of a time, given its law within its service, and of all services after that one. */
  Law withFollowing(int stage, Law within) {
    double fixed = fixedFollowing[stage];
    if (!isFollowed(stage)) {
      return shifted(fixed, within);
    }
    if (isCornered(stage, within)) {
      return Laws.isFixed(within)
          ? shifted(fixed + within.mean(), cornered(random(stage)))
          : shifted(fixed, cornered(Stream.concat(random(stage), Stream.of(within))));
    }
    Tail rest = following(stage);
    return Laws.isFixed(within)
        ? new TailLaw(fixed + within.mean(), rest)
        : new TailLaw(fixed, Tail.of(within).plus(rest));
  }

  private static Law shifted(double seconds, Law law) {
    return seconds == 0 ? law : Law.shifted(seconds, law);
  }

  /** What follows a service and is random. */
  private Stream<Law> random(int stage) {
    return laws.stream().skip(stage + 1L).filter(law -> !Laws.isFixed(law));
  }

  /** Whether polynomials would take seconds, as they need too many panels. */
  boolean isCornered(int stage, Law within) {
    return Stream.concat(random(stage), Stream.of(within))
        .anyMatch(law -> law instanceof Corners corners && corners.cornerPeriod() > 0);
  }

  private static Law cornered(Stream<Law> times) {
    Map<Law, Integer> counts = new LinkedHashMap<>();
    times.forEach(law -> counts.merge(law, 1, Integer::sum));
    boolean isAlone = counts.size() == 1 && counts.containsValue(1);
    return isAlone
        ? counts.keySet().iterator().next()
        : GridSum.of(counts, GRID_ERROR, MOST_SEGMENTS);
  }

  /** Whether anything random follows a service. */
  boolean isFollowed(int stage) {
    return random(stage).findAny().isPresent();
  }

  /** A service, and what follows it, which must be random. */
  Following following(int stage, Law service) {
    return new Following(service, following(stage), fixedFollowing[stage]);
  }

  private Tail following(int stage) {
    int next = stage + 1;
    while (next < laws.size() && Laws.isFixed(laws.get(next))) {
      next++;
    }
    if (next == laws.size()) {
      return null;
    }
    if (following[stage] == null) {
      Tail after = following(next);
      Tail own = Tail.of(laws.get(next));
      following[stage] = after == null ? own : own.plus(after);
    }
    return following[stage];
  }
}
