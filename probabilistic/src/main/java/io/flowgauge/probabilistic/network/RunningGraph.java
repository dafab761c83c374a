package io.flowgauge.probabilistic.network;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.RunningNetwork;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.sampling.Bank;
import io.flowgauge.probabilistic.slots.Pools;
import java.util.stream.IntStream;

/** Follows a run with a bank of samples. */
final class RunningGraph implements RunningNetwork {
  private static final int NOT_REPORTED = -1;

  private final Problem problem;
  private final Dag dag;
  private final PooledTimes times;
  private final Bank bank;
  private final RunState state;
  private final Pools pools;

  /** Null if slots are unbounded. */
  private final SlotState slots;

  /** The last forecast, made for {@code knownAt}; null after an event. */
  private Forecast known;

  private double knownAt;

  /**
   * Follows a run from its start.
   *
   * @param dag all dependencies, including transitive ones, because reported times may contradict
   *     the order that makes these redundant
   */
  RunningGraph(Problem problem, Dag dag) {
    this.problem = problem;
    this.dag = dag;
    IntStream.of(problem.leaf).distinct().mapToObj(problem.shapes::law).forEach(this::check);
    pools = problem.options.pools(dag.nodeCount());
    times = new PooledTimes(problem, pools.list());
    bank = new Bank(times.durations(), times.nodeCount(), problem.options.accuracy());
    state = new RunState(dag);
    slots = problem.options.hasSlots() ? new SlotState(state, dag.nodeCount(), pools) : null;
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
    start(activity, NOT_REPORTED, atSeconds);
  }

  @Override
  public void started(String activity, String pool, double atSeconds) {
    start(activity, problem.options.placement().index(pool), atSeconds);
  }

  private void start(String activity, int pool, double atSeconds) {
    int node = unfinished(activity);
    Arguments.requireTime("time", atSeconds);
    if (slots == null) {
      state.start(node, atSeconds);
    } else {
      slots.start(node, pool, atSeconds);
    }
    known = null;
  }

  @Override
  public void finished(String activity, double atSeconds) {
    int node = unfinished(activity);
    Arguments.requireTime("time", atSeconds);
    if (state.isReportedToStartAfter(node, atSeconds)) {
      throw Arguments.finishedBeforeStart(activity, atSeconds);
    }
    if (slots == null) {
      state.finish(node, atSeconds);
    } else {
      int count = dag.successorCount(node);
      slots.finish(node, atSeconds, IntStream.range(0, count).map(k -> dag.successor(node, k)));
    }
    known = null;
  }

  private int unfinished(String activity) {
    int node = Arguments.requireActivity(problem.workflow, activity);
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
    Arguments.requireNow(nowSeconds, state.lastEventTime());
    if (known == null || knownAt != nowSeconds) {
      known = rest(nowSeconds).forecast(bank);
      knownAt = nowSeconds;
    }
    return known;
  }

  private RemainingRun rest(double now) {
    return slots == null
        ? new RemainingPass(problem, dag, state, times.durations(), now)
        : new RemainingSchedules(problem, dag, state, slots, pools, times, now);
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
