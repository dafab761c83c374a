package io.flowgauge.probabilistic;

import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.prediction.Quantile;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.probabilistic.chain.ChainModel;
import io.flowgauge.probabilistic.law.Fits;
import io.flowgauge.probabilistic.law.GivenLaws;
import io.flowgauge.probabilistic.law.Laws;
import io.flowgauge.probabilistic.live.MeasuredRuns;
import io.flowgauge.probabilistic.live.TrackedChain;
import io.flowgauge.probabilistic.network.ReducedPrediction;
import io.flowgauge.probabilistic.resubmission.ResubmittedJobs;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.PredictionProvider;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Creates the predictions of this module. Stateless and thread-safe. */
public final class PredictionService implements PredictionProvider {
  /** For {@link java.util.ServiceLoader}. */
  public PredictionService() {}

  @Override
  public Law law(String type, Map<String, ?> parameters) {
    return Laws.of(type, parameters);
  }

  @Override
  public Law parseLaw(String text) {
    return Laws.parse(text);
  }

  @Override
  public List<LawFit> fit(double[] sample) {
    return Fits.of(sample);
  }

  @Override
  public Law lawOfMoments(String type, double mean, double sd) {
    return GivenLaws.ofMoments(type, mean, sd);
  }

  @Override
  public Law lawOfQuantiles(String type, Quantile lower, Quantile upper) {
    return GivenLaws.ofQuantiles(type, lower, upper);
  }

  @Override
  public ChainPrediction chain() {
    return ChainModel.empty();
  }

  @Override
  public NetworkPrediction predict(Workflow workflow) {
    return ReducedPrediction.of(workflow);
  }

  @Override
  public Resubmission resubmission(Law latency) {
    return ResubmittedJobs.of(latency);
  }

  @Override
  public RunningChain runningChain(Mode mode, int dataSegments, List<Law> services) {
    return TrackedChain.of(mode, dataSegments, services);
  }

  @Override
  public MeasuredTimes measuredTimes(WorkflowRun run, List<WorkflowRun> earlier) {
    List<WorkflowRun> all = new ArrayList<>(List.of(run));
    all.addAll(earlier);
    return MeasuredRuns.of(List.copyOf(all));
  }
}
