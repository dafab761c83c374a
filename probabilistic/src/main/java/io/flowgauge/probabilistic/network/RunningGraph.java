package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.RunningNetwork;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.sampling.Bank;
import java.util.stream.IntStream;

/** Follows a run with a bank of samples. */
final class RunningGraph implements RunningNetwork {
  private final Problem problem;
  private final Dag dag;
  private final DurationTables durations;
  private final Bank bank;
  private final RunState state;

  /** The last answer, until something happens. */
  private Forecast known;

  private double knownAt;

  /**
   * A run at its start.
   *
   * @param dag all dependencies, implied ones too: one of them may end after all others
   */
  RunningGraph(Problem problem, Dag dag) {
    this.problem = problem;
    this.dag = dag;
    IntStream.of(problem.leaf).distinct().mapToObj(problem.shapes::law).forEach(this::check);
    durations = new DurationTables(problem.leaf, problem.shapes, new Curve[0]);
    bank = new Bank(durations, dag.nodeCount(), problem.options.accuracy().seed());
    state = new RunState(dag);
  }

  private void check(Law law) {
    if (!(law.lower() >= 0)) {
      throw new IllegalArgumentException(
          "law of an activity must not allow negative times, but is "
              + law
              + "; try clippedAtZero()");
    }
  }

  @Override
  public void started(String activity, double atSeconds) {
    int node = unfinished(activity);
    Arguments.requireTime("time", atSeconds);
    state.start(node, atSeconds);
    known = null;
  }

  @Override
  public void finished(String activity, double atSeconds) {
    int node = unfinished(activity);
    Arguments.requireTime("time", atSeconds);
    if (state.isToldToStartAfter(node, atSeconds)) {
      throw new IllegalArgumentException(
          "activity "
              + activity
              + " must not finish before it starts, but does at "
              + atSeconds
              + " s");
    }
    state.finish(node, atSeconds);
    known = null;
  }

  private int unfinished(String activity) {
    int node = Problem.index(problem.workflow, activity);
    if (state.isFinished(node)) {
      throw new IllegalStateException("activity " + activity + " has already finished");
    }
    return node;
  }

  @Override
  public int unfinishedActivities() {
    return state.unfinished();
  }

  @Override
  public Forecast remaining(double nowSeconds) {
    Arguments.requireNow(nowSeconds, state.last());
    if (known == null || knownAt != nowSeconds) {
      known = new RemainingPass(problem, dag, state, durations, nowSeconds).forecast(bank);
      knownAt = nowSeconds;
    }
    return known;
  }

  @Override
  public double probabilityWithin(double deadlineSeconds, double nowSeconds) {
    return remaining(nowSeconds).probabilityWithin(deadlineSeconds - nowSeconds);
  }

  @Override
  public String toString() {
    return "RunningNetwork["
        + problem.workflow.name()
        + ", "
        + state.unfinished()
        + " of "
        + dag.nodeCount()
        + " activities unfinished]";
  }
}
