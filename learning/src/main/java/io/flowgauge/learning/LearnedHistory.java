package io.flowgauge.learning;

import io.flowgauge.history.History;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.learning.forecast.Learned;
import io.flowgauge.learning.forecast.LearnedServices;
import io.flowgauge.learning.forecast.PastRun;
import io.flowgauge.learning.forecast.WorkflowPrediction;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What earlier runs teach. */
public final class LearnedHistory implements History {
  private final List<PastRun> runs;
  private final LearnedServices services;

  private LearnedHistory(List<PastRun> runs) {
    this.runs = List.copyOf(runs);
    services =
        new LearnedServices(
            runs.stream().flatMap(run -> run.facts().observations().stream()).toList());
  }

  /** Learns from runs, in any order. */
  public static LearnedHistory of(List<WorkflowRun> runs) {
    List<WorkflowRun> ordered = new ArrayList<>(runs);
    ordered.sort(Comparator.comparingLong(run -> run.startNanos().orElse(Long.MAX_VALUE)));
    List<PastRun> past = new ArrayList<>();
    for (WorkflowRun run : ordered) {
      past.add(PastRun.of(run, "run " + past.size()));
    }
    return new LearnedHistory(past);
  }

  /** What the runs teach that began first, so many of them. */
  public LearnedHistory first(int count) {
    return new LearnedHistory(runs.subList(0, count));
  }

  /** What is known of service times. */
  public LearnedServices services() {
    return services;
  }

  @Override
  public int runs() {
    return runs.size();
  }

  @Override
  public Set<String> types() {
    return services.anywhere().types();
  }

  @Override
  public Set<String> machines() {
    return services.machines();
  }

  /** What was learned for a workflow. */
  public Learned learned(Workflow workflow) {
    return Learned.of(workflow, runs, services);
  }

  @Override
  public LearnedPrediction predict(Workflow workflow) {
    return WorkflowPrediction.of(workflow, learned(workflow));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "History[%,d runs, %,d activities of %,d types]",
        runs.size(),
        services.observations().size(),
        types().size());
  }
}
