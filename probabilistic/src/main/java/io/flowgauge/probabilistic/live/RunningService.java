package io.flowgauge.probabilistic.live;

import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.prediction.RunningChain;
import io.flowgauge.probabilistic.resubmission.Jobs;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.RunningPredictionProvider;
import java.util.ArrayList;
import java.util.List;

/** The predictions of a scheduler. Stateless and thread-safe. */
public final class RunningService implements RunningPredictionProvider {

  /** The service; {@link java.util.ServiceLoader} makes it. */
  public RunningService() {}

  @Override
  public Resubmission resubmission(Law latency) {
    return Jobs.of(latency);
  }

  @Override
  public RunningChain running(Mode mode, int dataSegments, List<Law> services) {
    return mode == Mode.DP
        ? new DpChain(dataSegments, services)
        : new DspChain(dataSegments, services);
  }

  @Override
  public MeasuredTimes measured(WorkflowRun run, List<WorkflowRun> earlier) {
    List<WorkflowRun> all = new ArrayList<>(List.of(run));
    all.addAll(earlier);
    return RunTimes.of(List.copyOf(all));
  }
}
