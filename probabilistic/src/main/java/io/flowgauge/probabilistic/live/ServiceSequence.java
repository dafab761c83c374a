package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.order.Tail;
import java.util.List;

/** The services of a chain, and what comes after each. Not thread-safe: sums are made on demand. */
final class ServiceSequence {
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
    this.laws = laws.stream().map(law -> isFixed(law) ? law : law.maximumOf(count)).toList();
    following = new Tail[laws.size()];
    fixedFollowing = new double[laws.size()];
    for (int k = laws.size() - 2; k >= 0; k--) {
      Law next = laws.get(k + 1);
      fixedFollowing[k] = fixedFollowing[k + 1] + (isFixed(next) ? next.mean() : 0);
    }
  }

  static boolean isFixed(Law law) {
    return law.lower() == law.upper();
  }

  int count() {
    return laws.size();
  }

  /** Law of a time, given its law within its service, and of all services after that one. */
  Law withFollowing(int stage, Law within) {
    Tail rest = following(stage);
    double fixed = fixedFollowing[stage];
    if (rest == null) {
      return fixed == 0 ? within : Law.shifted(fixed, within);
    }
    return isFixed(within)
        ? new TailLaw(fixed + within.mean(), rest)
        : new TailLaw(fixed, Tail.of(within).plus(rest));
  }

  /** Whether anything random follows a service. */
  boolean isFollowed(int stage) {
    return following(stage) != null;
  }

  /** A service, and what follows it, which must be random. */
  Following following(int stage, Law service) {
    return new Following(service, following(stage), fixedFollowing[stage]);
  }

  private Tail following(int stage) {
    int next = stage + 1;
    while (next < laws.size() && isFixed(laws.get(next))) {
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
