package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.WorkflowFingerprint;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What was learned for one workflow. Service times are learned from all runs; slots, delays,
 * failures and how far forecasts were off from those that are alike, which have most types in
 * common with the workflow. Thread-safe; what takes long is learned on first use.
 */
public final class Learned {
  /** The part of the types of two workflows that must be common to both. */
  private static final double ALIKE = 0.5;

  /** Makespans by work need as many runs. */
  private static final int FEWEST = 2;

  private final int runs;
  private final List<PastRun> alike;
  private final String fingerprint;
  private final int sameWorkflow;
  private final LearnedServices services;
  private final Conditions conditions;

  /** How far forecasts of earlier runs would have been off, once it is known. */
  private Optional<Hindsight> hindsight = Optional.empty();

  private Learned(Workflow workflow, List<PastRun> runs, LearnedServices services) {
    this.runs = runs.size();
    this.services = services;
    Set<String> types = new HashSet<>();
    for (Activity each : workflow.activities()) {
      types.add(each.type());
    }
    alike = runs.stream().filter(run -> isAlike(run.facts().types(), types)).toList();
    fingerprint = WorkflowFingerprint.of(workflow);
    sameWorkflow =
        (int) runs.stream().filter(run -> run.facts().fingerprint().equals(fingerprint)).count();
    conditions = Conditions.of(alike.stream().map(PastRun::facts).toList());
  }

  /**
   * What was learned for a workflow.
   *
   * @param runs all runs, in the order in which they began
   * @param services what was learned of service times from them
   */
  public static Learned of(Workflow workflow, List<PastRun> runs, LearnedServices services) {
    return new Learned(workflow, runs, services);
  }

  private static boolean isAlike(Set<String> some, Set<String> others) {
    long common = some.stream().filter(others::contains).count();
    return common >= ALIKE * (some.size() + others.size() - common);
  }

  /** How many runs there are. */
  int runs() {
    return runs;
  }

  /** What tells the workflow apart. */
  String fingerprint() {
    return fingerprint;
  }

  /** How many are of this very workflow. */
  int sameWorkflow() {
    return sameWorkflow;
  }

  /** What is known of service times. */
  public LearnedServices services() {
    return services;
  }

  Conditions conditions() {
    return conditions;
  }

  /** Slots, delays and failures, with what a run that goes on shows. */
  Conditions conditions(RunFacts going) {
    return Conditions.of(alike.stream().map(PastRun::facts).toList(), going);
  }

  /** What service times, slots and delays do not explain. */
  Ratio ratio() {
    return Ratio.of(
        alike.stream()
            .map(PastRun::unexplained)
            .filter(OptionalDouble::isPresent)
            .map(OptionalDouble::getAsDouble)
            .toList());
  }

  /** Makespans by work, where no run says when activities started. */
  Optional<MakespanLaw> byWork() {
    boolean hasStarts = alike.stream().anyMatch(run -> run.facts().hasStarts());
    List<MakespanLaw.Outcome> told =
        alike.stream()
            .map(PastRun::facts)
            .filter(run -> run.makespan().orElse(0) > 0 && run.work() > 0)
            .map(
                run ->
                    new MakespanLaw.Outcome(
                        run.work(), run.observations().size(), run.makespan().orElseThrow()))
            .toList();
    return hasStarts || told.size() < FEWEST ? Optional.empty() : Optional.of(MakespanLaw.of(told));
  }

  /** How forecasts have to be stretched, as those of earlier runs would have had to be. */
  public synchronized Hindsight hindsight() {
    if (hindsight.isEmpty()) {
      hindsight = Optional.of(Hindsight.of(alike));
    }
    return hindsight.get();
  }
}
