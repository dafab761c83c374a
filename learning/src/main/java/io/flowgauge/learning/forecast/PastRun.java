package io.flowgauge.learning.forecast;

import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.RunObservations;
import io.flowgauge.learning.reading.Works;
import io.flowgauge.learning.service.LogTime;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.ServiceEstimate;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.network.ReducedPrediction;
import io.flowgauge.probabilistic.recorded.ObservedTimes;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A run to learn from. Immutable and thread-safe.
 *
 * @param workflow its workflow
 * @param observations activities that completed, and how long their applications took
 * @param known what is kept of the run in addition
 */
public record PastRun(Workflow workflow, List<Observation> observations, KnownRun known) {
  /** Number of simulated runs per replicate. */
  private static final int SAMPLES = 2;

  /** Copies the list. */
  public PastRun {
    observations = List.copyOf(observations);
  }

  /**
   * Reads a run.
   *
   * @param name a name for it, different from those of all others
   */
  public static PastRun of(WorkflowRun run, String name) {
    List<Observation> observations = RunObservations.of(run, name);
    RunFacts facts = RunFacts.of(run, observations);
    boolean isKnown = facts.hasStarts() && facts.makespan().orElse(0) > 0;
    OptionalDouble unexplained = isKnown ? unexplained(run, facts) : OptionalDouble.empty();
    return new PastRun(run.workflow(), observations, new KnownRun(facts, unexplained));
  }

  private static Places places(WorkflowRun run, Dag dag) {
    Works works = Works.of(run.workflow(), "");
    int[] all = IntStream.range(0, dag.nodeCount()).toArray();
    return Places.of(dag.nodeCount(), v -> works.of(v).machine(), all);
  }

  private static OptionalDouble unexplained(WorkflowRun run, RunFacts facts) {
    Dag dag = ReducedPrediction.graph(run.workflow());
    ObservedTimes times = new ObservedTimes(run);
    Conditions conditions = Conditions.of(List.of(facts)).withRecordedOutages();
    OpenWork work = new OpenWork(dag.nodeCount());
    for (int v = 0; v < dag.nodeCount(); v++) {
      double mean = LogTime.of(times.isCompleted(v) ? times.service(v).orElse(0) : 0);
      String type = run.workflow().activity(v).type();
      work.put(v, type, new ServiceEstimate(mean, 0, 0, 0, 0));
      work.failure[v] = conditions.failures().probability(type);
    }
    Progress beginning = new Progress(dag);
    RestSimulation simulation =
        new RestSimulation(
            Schedules.of(dag, beginning, places(run, dag)),
            work,
            conditions,
            (simulated, deviation) -> simulated,
            beginning.unfinishedActivities());
    double[] makespans =
        Arrays.stream(simulation.draw(SAMPLES, 1, Held.NOTHING))
            .flatMapToDouble(Arrays::stream)
            .sorted()
            .toArray();
    double median = makespans[makespans.length / 2];
    return median > 0
        ? OptionalDouble.of(Math.log(facts.makespan().orElseThrow() / median))
        : OptionalDouble.empty();
  }
}
