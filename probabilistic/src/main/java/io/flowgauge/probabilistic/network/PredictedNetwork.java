package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.CriticalPath;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkForecast;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Range;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import io.flowgauge.probabilistic.answer.Arguments;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** The forecast of a workflow: an answer and its reasons. */
final class PredictedNetwork extends AnswerForecast implements NetworkForecast {
  private final Problem problem;

  /** Computed when first needed; racing threads compute equal values. */
  private volatile Reasons reasons;

  private volatile Range bracket;

  private PredictedNetwork(Problem problem, Answer answer) {
    super(answer, new Existence(problem.finishing(), problem.hasMean(), problem.hasVariance()));
    this.problem = problem;
  }

  static PredictedNetwork of(Problem problem) {
    Answer answer = new Engine(problem).answer();
    return new PredictedNetwork(
        problem,
        problem.options.siteLoad().<Answer>map(z -> new LoadedNetwork(answer, z)).orElse(answer));
  }

  /** Returns the mean factor by which site load lengthens times; 1 without load. */
  private double load() {
    return problem.options.siteLoad().map(Law::mean).orElse(1.0);
  }

  @Override
  public Range bracket() {
    Range made = bracket;
    if (made == null) {
      Range unloaded = new Bounds(problem).bracket();
      made = new Range(unloaded.lower() * load(), unloaded.upper() * load());
      bracket = made;
    }
    return made;
  }

  private Reasons reasons() {
    Reasons made = reasons;
    if (made == null) {
      made = Reasons.ofMean(problem);
      reasons = made;
    }
    return made;
  }

  @Override
  public Map<String, Double> criticality() {
    return byId(reasons()::criticality);
  }

  @Override
  public Map<String, Double> sensitivity() {
    return byId(v -> load() * reasons().contribution(v));
  }

  @Override
  public Map<String, Double> sensitivity(double p) {
    double finished = ofFinished(p);
    if (finished >= 1) {
      return byId(v -> 0);
    }
    Reasons ofQuantile =
        problem
            .options
            .siteLoad()
            .map(z -> Reasons.ofLoaded(problem, z, quantile(p)))
            .orElseGet(() -> Reasons.ofQuantile(problem, finished));
    return byId(ofQuantile::contribution);
  }

  private Map<String, Double> byId(IntToDoubleFunction value) {
    Map<String, Double> all = new LinkedHashMap<>();
    for (int v = 0; v < problem.leaf.length; v++) {
      all.put(problem.workflow.activity(v).id(), value.applyAsDouble(v));
    }
    return Collections.unmodifiableMap(all);
  }

  @Override
  public List<CriticalPath> criticalPaths(int count) {
    Arguments.requireCount("count", count);
    return reasons().paths(count).stream()
        .map(e -> new CriticalPath(ids(e.getKey().values()), Math.min(1, e.getValue())))
        .toList();
  }

  private List<String> ids(int[] nodes) {
    return Arrays.stream(nodes).mapToObj(v -> problem.workflow.activity(v).id()).toList();
  }

  @Override
  public int reasonSamples() {
    return reasons().samples();
  }

  @Override
  public NetworkPrediction whatIf() {
    return new ReducedPrediction(problem.workflow, problem.reduction, problem.options);
  }
}
