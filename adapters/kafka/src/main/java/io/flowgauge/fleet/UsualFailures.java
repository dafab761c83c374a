package io.flowgauge.fleet;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/** How often attempts of each type failed in finished runs. Not thread-safe. */
final class UsualFailures {
  /** A run is unusual if fewer than this share of usual runs have as many failures of a type. */
  private static final double RARE = 1e-3;

  /** The least number of failures that raises an alarm. */
  private static final int LEAST = 3;

  private final Map<String, Count> usual = new HashMap<>();

  /**
   * Attempts that are over.
   *
   * @param failed of those, how many failed or were aborted
   */
  private record Count(long attempts, long failed) {
    Count plus(Count more) {
      return new Count(attempts + more.attempts, failed + more.failed);
    }
  }

  private static Map<String, Count> counts(WorkflowRun run) {
    Map<String, Count> counts = new HashMap<>();
    for (ActivityExecution execution : run.executions()) {
      int attempts = 0;
      int failed = 0;
      for (Attempt attempt : execution.attempts()) {
        Optional<EventType> outcome = attempt.outcome();
        attempts += outcome.isPresent() ? 1 : 0;
        failed += outcome.isPresent() && outcome.get() != EventType.COMPLETED ? 1 : 0;
      }
      counts.merge(execution.activity().type(), new Count(attempts, failed), Count::plus);
    }
    return counts;
  }

  /** Adds a finished run. */
  void add(WorkflowRun run) {
    counts(run).forEach((type, count) -> add(type, count.attempts, count.failed));
  }

  /** Adds finished attempts of a type. */
  void add(String type, long attempts, long failed) {
    usual.merge(type, new Count(attempts, failed), Count::plus);
  }

  /**
   * Finds the types that fail more than usual: those for which so many failures or more have a
   * probability below 1/1000. The probability of one failure is (f + 1) / (n + 2) after f of n
   * earlier attempts of the type failed (Laplace's rule of succession). Types without earlier
   * attempts are left out.
   *
   * @return sentences by type
   */
  Map<String, String> unusual(WorkflowRun run) {
    Map<String, String> found = new HashMap<>();
    counts(run)
        .forEach(
            (type, count) -> {
              Count before = usual.get(type);
              if (before != null && count.failed >= LEAST && chance(count, before) < RARE) {
                found.put(
                    type,
                    count.failed
                        + " of "
                        + count.attempts
                        + " attempts failed, "
                        + before.failed
                        + " of "
                        + before.attempts
                        + " in earlier runs");
              }
            });
    return found;
  }

  private static double chance(Count count, Count before) {
    double p = (before.failed + 1.0) / (before.attempts + 2.0);
    return BinomialDistribution.of((int) count.attempts, p)
        .survivalProbability((int) count.failed - 1);
  }
}
