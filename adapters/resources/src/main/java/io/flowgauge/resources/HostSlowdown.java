package io.flowgauge.resources;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.WorkflowRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much longer activities are expected to take on a host because of the load expected there,
 * from the host loads of a run and the activities that have completed in it. Every completed
 * activity is forecast again from what was known when it began. A host gets a slowdown only if the
 * errors of these forecasts were at least a tenth smaller than those of both the last and the mean
 * duration of the type there.
 */
public final class HostSlowdown {
  /** Older activities say little about a host, and a run may have a million. */
  private static final int MOST = 2_000;

  private HostSlowdown() {}

  /**
   * The slowdowns expected at the last known moment of a run. A processor of the run belongs to a
   * host if it has the host's name.
   *
   * @param run a run with loads of its hosts
   * @return by host, how many times as long as on average so far activities are expected to take,
   *     above 0; only for hosts whose forecasts have proved better
   */
  public static Map<String, Double> of(WorkflowRun run) {
    Map<String, List<HostLoad>> loads = new HashMap<>();
    for (HostLoad load : run.hostLoads()) {
      if (load.quantity().equals(HostQuantity.RUNNABLE.label())) {
        loads.computeIfAbsent(load.host(), host -> new ArrayList<>()).add(load);
      }
    }
    if (loads.isEmpty()) {
      return Map.of();
    }
    Map<String, List<TimedActivity>> completed = completed(run, loads);
    Map<String, Double> slowdowns = new HashMap<>();
    completed.forEach(
        (host, activities) ->
            new HostReplay(loads.get(host), activities)
                .slowdown()
                .ifPresent(factor -> slowdowns.put(host, factor)));
    return Map.copyOf(slowdowns);
  }

  private static Map<String, List<TimedActivity>> completed(
      WorkflowRun run, Map<String, List<HostLoad>> loads) {
    Map<String, List<TimedActivity>> found = new HashMap<>();
    for (ActivityExecution execution : run.executions()) {
      for (Attempt attempt : execution.attempts()) {
        attempt
            .processor()
            .filter(loads::containsKey)
            .ifPresent(
                host ->
                    timed(execution, attempt)
                        .ifPresent(
                            one -> found.computeIfAbsent(host, key -> new ArrayList<>()).add(one)));
      }
    }
    found.replaceAll((host, activities) -> latest(activities));
    return found;
  }

  private static Optional<TimedActivity> timed(ActivityExecution execution, Attempt attempt) {
    boolean isTimed = attempt.active().isPresent() && attempt.ended().isPresent();
    return isTimed && attempt.outcome().filter(EventType.COMPLETED::equals).isPresent()
        ? Optional.of(
            new TimedActivity(
                execution.activity().type(),
                attempt.active().getAsLong(),
                attempt.ended().getAsLong()))
        : Optional.empty();
  }

  private static List<TimedActivity> latest(List<TimedActivity> activities) {
    activities.sort(Comparator.comparingLong(TimedActivity::endNanos));
    return activities.subList(Math.max(0, activities.size() - MOST), activities.size());
  }

  /** A completed activity and when it ran. */
  record TimedActivity(String type, long beginNanos, long endNanos) {
    double seconds() {
      return (endNanos - beginNanos) / 1e9;
    }
  }
}
