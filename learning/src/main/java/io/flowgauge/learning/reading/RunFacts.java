package io.flowgauge.learning.reading;

import io.flowgauge.learning.service.Observation;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Facts about a run as a whole. Immutable and thread-safe.
 *
 * @param fingerprint fingerprint that distinguishes its workflow from others
 * @param makespan seconds; empty if it is not over
 * @param types types of the activities that completed
 * @param activities number of activities that completed
 * @param work sum of their service times in seconds
 * @param terms slots, delays, failures and outages
 */
public record RunFacts(
    String fingerprint,
    OptionalDouble makespan,
    Set<String> types,
    int activities,
    double work,
    RunHistory terms) {

  /** Copies the set. */
  public RunFacts {
    types = Set.copyOf(types);
  }

  /**
   * Reads a run, finished or not.
   *
   * @param observations the work that was done in it
   */
  public static RunFacts of(WorkflowRun run, List<Observation> observations) {
    return new RunFacts(
        WorkflowFingerprint.of(run.workflow()),
        makespan(run),
        observations.stream().map(each -> each.work().type()).collect(Collectors.toSet()),
        observations.size(),
        observations.stream().mapToDouble(Observation::seconds).sum(),
        RunHistory.of(run));
  }

  /**
   * Returns the same facts with other names of machines.
   *
   * @param machine gives the new name of a machine
   */
  public RunFacts renamed(UnaryOperator<String> machine) {
    RunHistory others =
        new RunHistory(
            terms.slots().renamed(machine), terms.delays(), terms.failures(), terms.outages());
    return new RunFacts(fingerprint, makespan, types, activities, work, others);
  }

  private static OptionalDouble makespan(WorkflowRun run) {
    return run.isFinished() && run.makespan().isPresent()
        ? OptionalDouble.of(Times.seconds(Times.saturatedNanos(run.makespan().get())))
        : OptionalDouble.empty();
  }

  /** Whether the run says when activities started. */
  public boolean hasStarts() {
    return terms.slots().overall().slots() > 0;
  }
}
