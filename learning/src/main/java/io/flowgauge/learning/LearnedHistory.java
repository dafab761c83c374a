package io.flowgauge.learning;

import io.flowgauge.history.History;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.learning.forecast.Knowledge;
import io.flowgauge.learning.forecast.Learned;
import io.flowgauge.learning.forecast.PastRun;
import io.flowgauge.learning.forecast.Replays;
import io.flowgauge.learning.forecast.WorkflowPrediction;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/** The history learned from earlier runs. */
public final class LearnedHistory implements History {
  /** The runs in the order in which they began; empty for a history read from a file. */
  private final List<PastRun> past;

  private final Knowledge knowledge;

  /** Shared with the histories that {@link #first} returns. */
  private final Replays replays;

  private LearnedHistory(List<PastRun> past, Replays replays) {
    this.past = List.copyOf(past);
    this.replays = replays;
    knowledge = Knowledge.of(past, replays);
  }

  private LearnedHistory(Knowledge knowledge) {
    past = List.of();
    replays = new Replays();
    this.knowledge = knowledge;
  }

  /** Learns from runs, in any order. */
  public static LearnedHistory of(List<WorkflowRun> runs) {
    List<PastRun> past = new ArrayList<>();
    for (WorkflowRun run : inOrder(runs)) {
      past.add(PastRun.of(run, "run " + past.size()));
    }
    return new LearnedHistory(past, new Replays());
  }

  /** Sorts runs by when they began; runs without a known start come last. */
  public static List<WorkflowRun> inOrder(List<WorkflowRun> runs) {
    Comparator<WorkflowRun> begin =
        Comparator.comparingLong(run -> run.startNanos().orElse(Long.MAX_VALUE));
    return runs.stream().sorted(begin).toList();
  }

  /** Reads a history from a model file. */
  static LearnedHistory read(Path file) throws IOException {
    return new LearnedHistory(ModelFile.read(file));
  }

  @Override
  public void save(Path file) throws IOException {
    ModelFile.write(knowledge.saved(false), Objects.requireNonNull(file, "file"));
  }

  @Override
  public void saveWithMachineNames(Path file) throws IOException {
    ModelFile.write(knowledge.saved(true), Objects.requireNonNull(file, "file"));
  }

  /** Returns the history of the given number of runs that began first. */
  public LearnedHistory first(int count) {
    return new LearnedHistory(past.subList(0, count), replays);
  }

  @Override
  public int runs() {
    return knowledge.runs();
  }

  @Override
  public Set<String> types() {
    return knowledge.services().anywhere().types();
  }

  @Override
  public Set<String> machines() {
    return knowledge.services().machines();
  }

  /** What was learned for a workflow. */
  public Learned learned(Workflow workflow) {
    return knowledge.of(workflow);
  }

  @Override
  public LearnedPrediction predict(Workflow workflow) {
    Objects.requireNonNull(workflow, "workflow");
    return WorkflowPrediction.of(workflow, learned(workflow));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "History[%,d runs, %,d activities of %,d types]",
        runs(),
        knowledge.activities(),
        types().size());
  }
}
