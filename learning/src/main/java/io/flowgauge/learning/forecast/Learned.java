package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.WorkflowFingerprint;
import io.flowgauge.learning.saved.Names;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What was learned for one workflow. Service times are learned from all runs. Slots, delays,
 * failures and the errors of forecasts are learned only from runs that are alike: those that share
 * at least half of all types with the workflow. Thread-safe; costly parts are learned on first use.
 */
public final class Learned {
  /** Smallest fraction of the types of two workflows that must be common to both. */
  private static final double ALIKE = 0.5;

  /** Smallest number of runs from which makespans are predicted by work. */
  private static final int FEWEST = 2;

  private final Knowledge knowledge;
  private final List<Integer> alikeNumbers;
  private final List<KnownRun> alike;
  private final String fingerprint;
  private final int sameWorkflow;
  private final Conditions conditions;

  /** How far off forecasts of earlier runs were; empty until first requested. */
  private Optional<Hindsight> hindsight = Optional.empty();

  Learned(Workflow workflow, Knowledge knowledge) {
    this.knowledge = knowledge;
    List<KnownRun> runs = knowledge.known();
    alikeNumbers = alike(workflow, runs);
    alike = alikeNumbers.stream().map(runs::get).toList();
    fingerprint = WorkflowFingerprint.of(workflow);
    String name = knowledge.names().workflow(fingerprint);
    sameWorkflow =
        (int) runs.stream().filter(run -> run.facts().fingerprint().equals(name)).count();
    conditions = Conditions.of(alike.stream().map(KnownRun::facts).toList());
  }

  /** Returns the numbers of the runs that share enough types with a workflow. */
  static List<Integer> alike(Workflow workflow, List<KnownRun> runs) {
    Set<String> types = new HashSet<>();
    for (Activity each : workflow.activities()) {
      types.add(each.type());
    }
    return IntStream.range(0, runs.size())
        .filter(k -> isAlike(runs.get(k).facts().types(), types))
        .boxed()
        .toList();
  }

  private static boolean isAlike(Set<String> some, Set<String> others) {
    long common = some.stream().filter(others::contains).count();
    return common >= ALIKE * (some.size() + others.size() - common);
  }

  /** Number of runs in the history. */
  int runs() {
    return knowledge.runs();
  }

  /** The names by which history knows work and machines. */
  Names names() {
    return knowledge.names();
  }

  /** Fingerprint that distinguishes the workflow from others. */
  String fingerprint() {
    return fingerprint;
  }

  /** How many runs are of this very workflow. */
  int sameWorkflow() {
    return sameWorkflow;
  }

  /** Service times learned from all runs. */
  public LearnedServices services() {
    return knowledge.services();
  }

  Conditions conditions() {
    return conditions;
  }

  /** Returns slots, delays and failures, including those that a run in progress shows. */
  Conditions conditions(RunFacts inProgress) {
    return Conditions.of(
        alike.stream().map(KnownRun::facts).toList(), inProgress.renamed(names()::machine));
  }

  /** Returns the ratio of makespans to what service times, slots and delays explain. */
  Ratio ratio() {
    return Ratio.of(
        alike.stream()
            .map(KnownRun::unexplained)
            .filter(OptionalDouble::isPresent)
            .map(OptionalDouble::getAsDouble)
            .toList());
  }

  /**
   * Returns makespans by work; empty if a run says when activities started, or if there are too few
   * runs.
   */
  Optional<MakespanLaw> byWork() {
    boolean hasStarts = alike.stream().anyMatch(run -> run.facts().hasStarts());
    List<MakespanLaw.Outcome> outcomes =
        alike.stream()
            .map(KnownRun::facts)
            .filter(run -> run.makespan().orElse(0) > 0 && run.work() > 0)
            .map(
                run ->
                    new MakespanLaw.Outcome(
                        run.work(), run.activities(), run.makespan().orElseThrow()))
            .toList();
    return hasStarts || outcomes.size() < FEWEST
        ? Optional.empty()
        : Optional.of(MakespanLaw.of(outcomes));
  }

  /** Returns how forecasts have to be stretched, judging by forecasts of earlier runs. */
  public synchronized Hindsight hindsight() {
    if (hindsight.isEmpty()) {
      hindsight = Optional.of(knowledge.hindsights().of(alikeNumbers));
    }
    return hindsight.get();
  }
}
