package io.flowgauge.learning.reading;

import io.flowgauge.learning.service.Observation;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that a run shows. Immutable and thread-safe.
 *
 * @param fingerprint what tells its workflow apart
 * @param makespan seconds, if it is over
 * @param observations activities that completed, and how long their applications took
 * @param terms slots, delays, failures and outages
 */
public record RunFacts(
    String fingerprint, OptionalDouble makespan, List<Observation> observations, RunHistory terms) {

  /** Copies the list. */
  public RunFacts {
    observations = List.copyOf(observations);
  }

  /**
   * Reads a run, finished or not.
   *
   * @param name a name for it, different from those of all others
   */
  public static RunFacts of(WorkflowRun run, String name) {
    return new RunFacts(
        WorkflowFingerprint.of(run.workflow()),
        makespan(run),
        RunObservations.of(run, name),
        RunHistory.of(run));
  }

  private static OptionalDouble makespan(WorkflowRun run) {
    return run.isFinished() && run.makespan().isPresent()
        ? OptionalDouble.of(Times.seconds(Times.saturatedNanos(run.makespan().get())))
        : OptionalDouble.empty();
  }

  /** Whether it says when activities started. */
  public boolean hasStarts() {
    return terms.slots().overall().slots() > 0;
  }

  /** The types of activities that completed. */
  public Set<String> types() {
    return observations.stream().map(each -> each.work().type()).collect(Collectors.toSet());
  }

  /** All work: the sum of the service times in seconds. */
  public double work() {
    return observations.stream().mapToDouble(Observation::seconds).sum();
  }
}
