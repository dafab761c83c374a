package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import io.flowgauge.probabilistic.answer.ExactAnswer;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.RemainingTimes;
import io.flowgauge.probabilistic.sampling.Bank;
import io.flowgauge.probabilistic.sampling.BlockPass;
import io.flowgauge.probabilistic.sampling.Plan;
import io.flowgauge.probabilistic.sampling.Rows;
import io.flowgauge.probabilistic.sampling.SampleAnswer;
import io.flowgauge.probabilistic.sampling.Sampling;
import java.util.Locale;
import java.util.stream.IntStream;

/** Makespans of what is left of a run at one time. Used once. */
final class RemainingPass {
  private final Problem problem;
  private final Plan plan;

  /** Rests of activities that run; null for those that wait. */
  private final RemainingTimes[] running;

  private double finishing = 1;
  private boolean hasMean = true;
  private boolean hasVariance = true;
  private int overdue;

  RemainingPass(Problem problem, Dag dag, RunState state, DurationTables durations, double now) {
    this.problem = problem;
    plan = Plan.of(dag, durations, state);
    running = new RemainingTimes[dag.nodeCount()];
    for (int v : plan.nodes()) {
      if (!state.waits(v)) {
        running[v] =
            new RemainingTimes(durations, problem.law(v), v, Math.max(0, now - state.start(v)));
      }
      add(v);
    }
  }

  private void add(int v) {
    overdue += running[v] != null && running[v].isOverdue() ? 1 : 0;
    finishing *= running[v] == null ? 1 - problem.law(v).lostFraction() : running[v].finishing();
    hasMean &= problem.hasMean(v);
    hasVariance &= problem.hasVariance(v);
  }

  Forecast forecast(Bank bank) {
    boolean finite = hasMean && finishing == 1;
    return new AnswerForecast(
        answer(bank), new AnswerForecast.Existence(finishing, finite, finite && hasVariance));
  }

  private Answer answer(Bank bank) {
    if (plan.nodes().length == 0) {
      return new ExactAnswer(0, "the run is over");
    }
    double[][] makespans = new double[bank.replicates()][BlockPass.LANES];
    IntStream.range(0, makespans.length).parallel().forEach(r -> fill(bank, r, makespans[r]));
    return new SampleAnswer(new Sampling(makespans), 1, method());
  }

  private String method() {
    String late =
        overdue == 0
            ? ""
            : String.format(Locale.ROOT, ", %d running longer than the law allows", overdue);
    return "conditional sample bank, " + plan.nodes().length + " activities left" + late;
  }

  private void fill(Bank bank, int replicate, double[] makespans) {
    BlockPass pass = new BlockPass(plan);
    Rows waiting = bank.rows(replicate);
    int[] bits = new int[BlockPass.LANES];
    float[] row = new float[BlockPass.LANES];
    pass.run(
        v -> {
          if (running[v] == null) {
            return waiting.of(v);
          }
          bank.draw(replicate, v, bits);
          running[v].fill(bits, row);
          return row;
        });
    for (int k = 0; k < makespans.length; k++) {
      makespans[k] = pass.makespan(k);
    }
  }
}
