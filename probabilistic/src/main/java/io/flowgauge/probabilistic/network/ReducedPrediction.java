package io.flowgauge.probabilistic.network;

import static java.util.Objects.requireNonNull;

import io.flowgauge.history.History;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.RunningNetwork;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.reduction.Reduction;
import io.flowgauge.probabilistic.sampling.AccuracyGoal;
import io.flowgauge.probabilistic.slots.JobGraph;
import io.flowgauge.probabilistic.slots.Pool;
import io.flowgauge.probabilistic.slots.Speeds;
import io.flowgauge.workflow.Workflow;
import java.util.List;

/**
 * The settings of a prediction for a workflow, which is reduced only once. Immutable and
 * thread-safe.
 */
public final class ReducedPrediction implements NetworkPrediction {
  /** Between these, squares of times are still finite numbers, and above 0. */
  private static final double LEAST_SPEED = 1e-30;

  private static final double MOST_SPEED = 1e30;

  private final Workflow workflow;
  private final Reduction reduction;
  private final Options options;

  ReducedPrediction(Workflow workflow, Reduction reduction, Options options) {
    this.workflow = workflow;
    this.reduction = reduction;
    this.options = options;
  }

  /** Returns a prediction of a workflow, without latencies and with one data segment. */
  public static NetworkPrediction of(Workflow workflow) {
    return new ReducedPrediction(workflow, new Reduction(graph(workflow)), Options.USUAL);
  }

  private NetworkPrediction with(Options others) {
    return new ReducedPrediction(workflow, reduction, others);
  }

  private NetworkPrediction with(ActivityLaws laws) {
    return with(options.with(laws));
  }

  private NetworkPrediction with(AccuracyGoal accuracy) {
    return with(options.with(accuracy));
  }

  /** Returns the dependencies of a workflow as a graph of the indices of its activities. */
  public static Dag graph(Workflow workflow) {
    int[] from = new int[workflow.dependencyCount()];
    int[] to = new int[from.length];
    int edges = 0;
    for (int v = 0; v < workflow.activityCount(); v++) {
      List<Integer> successors = workflow.successors(v);
      for (int k = 0; k < successors.size(); k++) {
        from[edges] = v;
        to[edges++] = successors.get(k);
      }
    }
    return Dag.of(workflow.activityCount(), from, to);
  }

  @Override
  public NetworkPrediction latency(Law law) {
    return with(options.laws().withLatency(Laws.latency("law", law)));
  }

  @Override
  public NetworkPrediction latency(String activity, Law law) {
    int index = Arguments.requireActivity(workflow, activity);
    return with(options.laws().withLatency(index, Laws.latency("law", law)));
  }

  @Override
  public NetworkPrediction serviceTime(double seconds) {
    double time = Arguments.requireTime("service time", seconds);
    return with(options.laws().withServiceTime(time));
  }

  @Override
  public NetworkPrediction serviceTime(String activity, double seconds) {
    int index = Arguments.requireActivity(workflow, activity);
    double time = Arguments.requireTime("service time", seconds);
    return with(options.laws().withServiceTime(index, time));
  }

  @Override
  public NetworkPrediction mode(Mode mode) {
    return with(options.with(requireNonNull(mode, "mode")));
  }

  @Override
  public NetworkPrediction dataSegments(long count) {
    return with(options.withDataSegments(Arguments.requireCount("dataSegments", count)));
  }

  @Override
  public NetworkPrediction slots(int count) {
    Arguments.requireCount("slots", count);
    // More slots than jobs have no further effect.
    return with(options.with(Speeds.equal((int) Math.min(count, JobGraph.MOST))));
  }

  @Override
  public NetworkPrediction unboundedSlots() {
    return with(options.with(Speeds.UNBOUNDED));
  }

  @Override
  public NetworkPrediction processors(double... speeds) {
    Arguments.requireCount("number of processors", requireNonNull(speeds, "speeds").length);
    for (double speed : speeds) {
      if (!(speed >= LEAST_SPEED && speed <= MOST_SPEED)) {
        throw new IllegalArgumentException(
            "speed of a processor must be "
                + LEAST_SPEED
                + " to "
                + MOST_SPEED
                + ", but is "
                + speed);
      }
    }
    return with(options.with(Speeds.of(speeds)));
  }

  @Override
  public NetworkPrediction pool(String name, int slots, Law latency) {
    Arguments.requireCount("slots", slots);
    Law law = Laws.latency("latency", latency);
    if (!(law.lower() >= 0)) {
      throw new IllegalArgumentException(
          "latency of pool " + name + " must not be negative, but is " + law);
    }
    int count = (int) Math.min(slots, JobGraph.MOST);
    return with(
        options.with(
            options.placement().with(new Pool(requireNonNull(name, "name"), count, law, 1))));
  }

  @Override
  public NetworkPrediction place(String activity, String... pools) {
    int index = Arguments.requireActivity(workflow, activity);
    requireNonNull(pools, "pools");
    return with(options.with(options.placement().withPools(index, pools)));
  }

  @Override
  public NetworkPrediction priority(String activity, int priority) {
    int index = Arguments.requireActivity(workflow, activity);
    return with(options.with(options.placement().withPriority(index, priority)));
  }

  @Override
  public NetworkPrediction siteLoad(Law factor) {
    Law load = Arguments.requireSiteLoad(Laws.known(requireNonNull(factor, "factor")));
    return with(options.withSiteLoad(load));
  }

  @Override
  public NetworkPrediction relativeError(double relative) {
    double error = checkFraction("relativeError", relative);
    return with(options.accuracy().withRelativeError(error));
  }

  @Override
  public NetworkPrediction quantileError(double p, double relative) {
    double error = checkFraction("quantileError", relative);
    return with(options.accuracy().withQuantileError(checkFraction("p", p), error));
  }

  private static double checkFraction(String name, double fraction) {
    if (!(fraction > 0 && fraction < 1)) {
      throw new IllegalArgumentException(name + " must be in (0, 1), but is " + fraction);
    }
    return fraction;
  }

  @Override
  public NetworkPrediction maxSamples(long samples) {
    long most = Arguments.requireCount("maxSamples", samples);
    return with(options.accuracy().withMaxSamples(most));
  }

  @Override
  public NetworkPrediction seed(long seed) {
    return with(options.accuracy().withSeed(seed));
  }

  @Override
  public LearnedPrediction from(History history) {
    return requireNonNull(history, "history").predict(workflow);
  }

  @Override
  public NetworkForecast forecast() {
    if (options.hasPools() && options.dataSegments() > 1) {
      throw new IllegalStateException(
          "a forecast on pools requires one data segment, but there are "
              + options.dataSegments()
              + "; give each data segment its own activities");
    }
    return PredictedNetwork.of(problem());
  }

  @Override
  public RunningNetwork start() {
    if (options.dataSegments() > 1 || options.siteLoad().isPresent()) {
      throw new IllegalStateException(
          "following a run requires one data segment and no site load, but there are "
              + options.dataSegments()
              + " data segments and "
              + options.siteLoad().map(load -> "load " + load).orElse("no load")
              + "; give each data segment its own activities");
    }
    return new RunningGraph(problem(), graph(workflow));
  }

  private Problem problem() {
    if (workflow.activityCount() == 0) {
      throw new IllegalStateException(
          "workflow " + workflow.name() + " has no activities to predict");
    }
    return new Problem(workflow, reduction, options);
  }

  @Override
  public String toString() {
    return "NetworkPrediction[" + workflow.name() + ", " + options.mode() + "]";
  }
}
