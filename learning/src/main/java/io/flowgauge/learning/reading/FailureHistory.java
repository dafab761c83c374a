package io.flowgauge.learning.reading;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Attempts that failed on their own, without those that an outage hit. Immutable and thread-safe.
 *
 * @param byType attempts by type of activity
 * @param lengthRatios the length of each failed attempt as a fraction of that of the completed
 *     attempt of the same activity, which counts as at least 1 ms; 0 or more, to three digits
 */
public record FailureHistory(Map<String, AttemptCount> byType, List<Double> lengthRatios) {
  /** Number of attempts of a type that the failures of all types are worth. */
  private static final double PRIOR = 4;

  /** Before anything is known, 2 % of 10 attempts fail. */
  private static final double PRIOR_FAILED = 0.2;

  private static final double PRIOR_ATTEMPTS = 10;
  private static final double SHORTEST_SECONDS = 1e-3;

  /** Copies both. */
  public FailureHistory {
    byType = Map.copyOf(byType);
    lengthRatios = List.copyOf(lengthRatios);
  }

  static FailureHistory of(List<AttemptTime> attempts, List<String> types) {
    Map<String, AttemptCount> byType = new HashMap<>();
    Map<Integer, Double> completed = new HashMap<>();
    for (AttemptTime attempt : attempts) {
      byType.merge(types.get(attempt.activity()), AttemptCount.of(attempt), AttemptCount::plus);
      if (!attempt.failed()) {
        completed.put(attempt.activity(), Math.max(SHORTEST_SECONDS, attempt.seconds()));
      }
    }
    List<Double> ratios = new ArrayList<>();
    for (AttemptTime attempt : attempts) {
      Double whole = completed.get(attempt.activity());
      if (attempt.failed() && whole != null) {
        ratios.add(attempt.seconds() / whole);
      }
    }
    return new FailureHistory(byType, Digits.rounded(ratios));
  }

  /**
   * The probability that an attempt fails: {@code (f + 4p)/(n + 4)} with f of n attempts of the
   * type, and {@code p = (F + 0.2)/(N + 10)} of all types.
   *
   * @param type of the activity, which may be unknown
   * @return in (0, 1)
   */
  public double probability(String type) {
    AttemptCount all = byType.values().stream().reduce(AttemptCount.NONE, AttemptCount::plus);
    double base = (all.failed() + PRIOR_FAILED) / (all.attempts() + PRIOR_ATTEMPTS);
    AttemptCount own = byType.getOrDefault(type, AttemptCount.NONE);
    return (own.failed() + PRIOR * base) / (own.attempts() + PRIOR);
  }

  /** Returns the failures of both. */
  public FailureHistory plus(FailureHistory other) {
    Map<String, AttemptCount> both = new HashMap<>(byType);
    other.byType.forEach((type, count) -> both.merge(type, count, AttemptCount::plus));
    return new FailureHistory(
        both, Stream.concat(lengthRatios.stream(), other.lengthRatios.stream()).toList());
  }
}
