package io.flowgauge.probabilistic.network;

import static java.util.Objects.requireNonNull;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.PredictionBuilder;
import io.flowgauge.prediction.RunningNetwork;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.reduction.Reduction;
import io.flowgauge.probabilistic.sampling.AccuracyGoal;
import io.flowgauge.probabilistic.slots.JobGraph;
import io.flowgauge.probabilistic.slots.Speeds;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import java.util.Optional;

/** Collects what to predict; the workflow is reduced once. */
public final class NetworkPrediction implements PredictionBuilder {
  private final Workflow workflow;
  private final Reduction reduction;
  private final ActivityLaws laws;
  private Mode mode;
  private long dataSegments;
  private Speeds speeds;
  private Optional<Law> siteLoad;
  private AccuracyGoal accuracy;

  NetworkPrediction(Workflow workflow, Reduction reduction, Options options) {
    this.workflow = workflow;
    this.reduction = reduction;
    laws = options.laws().copy();
    mode = options.mode();
    dataSegments = options.dataSegments();
    speeds = options.speeds();
    siteLoad = options.siteLoad();
    accuracy = options.accuracy();
  }

  /** A prediction of a workflow, with no latencies and one data segment. */
  public static PredictionBuilder of(Workflow workflow) {
    return new NetworkPrediction(
        workflow, new Reduction(graph(workflow)), Options.of(workflow.activityCount()));
  }

  private static Dag graph(Workflow workflow) {
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
  public PredictionBuilder latency(Law law) {
    laws.setLatency(requireNonNull(law, "law"));
    return this;
  }

  @Override
  public PredictionBuilder latency(String activity, Law law) {
    laws.setLatency(Problem.index(workflow, activity), requireNonNull(law, "law"));
    return this;
  }

  @Override
  public PredictionBuilder serviceTime(double seconds) {
    laws.setServiceTime(Arguments.requireTime("service time", seconds));
    return this;
  }

  @Override
  public PredictionBuilder serviceTime(String activity, double seconds) {
    laws.setServiceTime(
        Problem.index(workflow, activity), Arguments.requireTime("service time", seconds));
    return this;
  }

  @Override
  public PredictionBuilder mode(Mode mode) {
    this.mode = requireNonNull(mode, "mode");
    return this;
  }

  @Override
  public PredictionBuilder dataSegments(long count) {
    dataSegments = Arguments.requireCount("dataSegments", count);
    return this;
  }

  @Override
  public PredictionBuilder slots(int count) {
    Arguments.requireCount("slots", count);
    // More slots than jobs are as good as one for each.
    speeds = Speeds.equal((int) Math.min(count, JobGraph.MOST));
    return this;
  }

  @Override
  public PredictionBuilder processors(double... speeds) {
    Arguments.requireCount("number of processors", speeds.length);
    for (double speed : speeds) {
      if (!(speed > 0 && speed < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "speed of a processor must be above 0 and finite, but is " + speed);
      }
    }
    this.speeds = Speeds.of(speeds);
    return this;
  }

  @Override
  public PredictionBuilder siteLoad(Law factor) {
    siteLoad = Optional.of(Arguments.requireSiteLoad(requireNonNull(factor, "factor")));
    return this;
  }

  @Override
  public PredictionBuilder relativeError(double relative) {
    accuracy = accuracy.withRelativeError(checkFraction("relativeError", relative));
    return this;
  }

  @Override
  public PredictionBuilder quantileError(double p, double relative) {
    accuracy =
        accuracy.withQuantileError(checkFraction("p", p), checkFraction("quantileError", relative));
    return this;
  }

  private static double checkFraction(String name, double fraction) {
    if (!(fraction > 0 && fraction < 1)) {
      throw new IllegalArgumentException(name + " must be in (0, 1), but is " + fraction);
    }
    return fraction;
  }

  @Override
  public PredictionBuilder maxSamples(long samples) {
    accuracy = accuracy.withMaxSamples(Arguments.requireCount("maxSamples", samples));
    return this;
  }

  @Override
  public PredictionBuilder seed(long seed) {
    accuracy = accuracy.withSeed(seed);
    return this;
  }

  @Override
  public NetworkForecast forecast() {
    return PredictedNetwork.of(problem());
  }

  @Override
  public RunningNetwork start() {
    if (dataSegments > 1 || speeds.count() > 0 || siteLoad.isPresent()) {
      throw new IllegalStateException(
          "following a run requires one data segment, unbounded slots and no site load, but there are "
              + dataSegments
              + " data segments, "
              + speeds.count()
              + " slots and "
              + siteLoad.map(load -> "load " + load).orElse("no load")
              + "; give each data segment activities of its own");
    }
    return new RunningGraph(problem(), graph(workflow));
  }

  private Problem problem() {
    if (workflow.activityCount() == 0) {
      throw new IllegalStateException(
          "workflow " + workflow.name() + " has no activities to predict");
    }
    Options options = new Options(laws.copy(), mode, dataSegments, speeds, siteLoad, accuracy);
    return new Problem(workflow, reduction, options);
  }
}
