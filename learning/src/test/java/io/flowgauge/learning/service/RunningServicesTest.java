package io.flowgauge.learning.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RunningServicesTest {
  private static final double SLOWER = Math.log(1.5);

  private static List<Observation> slower(List<Observation> run) {
    return run.stream().map(o -> new Observation(o.work(), 1.5 * o.seconds())).toList();
  }

  @Test
  void observe_slowRun_forecastsRiseForAllTypes() {
    SimulatedRuns simulated = new SimulatedRuns(3);
    ServiceModel model = ServiceModel.learn(simulated.runs(20, 10));
    RunningServices running = model.follow();
    List<Observation> run = slower(simulated.run("next", 20));
    Work seen = SimulatedRuns.work(0, "next", 2e6);
    Work unseen = SimulatedRuns.work(3, "next", 2e6);
    run.stream().filter(o -> !o.work().type().equals("type3")).forEach(running::observe);
    double ofSeen = running.estimate(seen).mean() - model.estimate(seen).mean();
    double ofUnseen = running.estimate(unseen).mean() - model.estimate(unseen).mean();
    assertThat(ofSeen).isCloseTo(SLOWER, within(0.2));
    assertThat(ofUnseen).isBetween(0.1, SLOWER + 0.2);
    assertThat(running.estimate(unseen).runVariance())
        .isLessThan(model.estimate(unseen).runVariance());
    assertThat(running.estimate(seen).runTypeVariance())
        .isLessThan(model.estimate(seen).runTypeVariance() / 4);
  }

  /** After many activities, the speed of the run is known, but not whether it will stay. */
  @Test
  void estimateLater_slowRun_isBelievedInPart() {
    SimulatedRuns simulated = new SimulatedRuns(3);
    ServiceModel model = ServiceModel.learn(simulated.runs(20, 10));
    RunningServices running = model.follow();
    Work work = SimulatedRuns.work(0, "next", 2e6);
    ServiceEstimate before = model.estimate(work);
    ServiceEstimate nothingSeen = running.estimateLater(work);
    assertThat(nothingSeen.mean()).isCloseTo(before.mean(), within(1e-12));
    assertThat(nothingSeen.runVariance()).isCloseTo(before.runVariance(), within(1e-12));
    assertThat(nothingSeen.runTypeVariance()).isCloseTo(before.runTypeVariance(), within(1e-12));

    slower(simulated.run("next", 20)).forEach(running::observe);
    ServiceEstimate now = running.estimate(work);
    ServiceEstimate later = running.estimateLater(work);
    assertThat(later.mean()).isBetween(before.mean() + SLOWER / 2, now.mean());
    assertThat(later.runVariance()).isGreaterThan(now.runVariance());
    assertThat(later.runTypeVariance()).isBetween(now.runTypeVariance(), before.runTypeVariance());
  }

  @Test
  void observe_ofOneCopy_leavesModelAndOthers() {
    SimulatedRuns simulated = new SimulatedRuns(4);
    ServiceModel model = ServiceModel.learn(simulated.runs(3, 5));
    Work work = SimulatedRuns.work(1, "next", 2e6);
    ServiceEstimate before = model.estimate(work);
    RunningServices other = model.follow();
    slower(simulated.run("next", 5)).forEach(model.follow()::observe);
    assertThat(model.estimate(work)).isEqualTo(before);
    assertThat(other.estimate(work)).isEqualTo(before);
  }

  /** Learning observations one by one gives about the model that is learned from all at once. */
  @Test
  void observe_wholeRun_isNearLearningAnew() {
    SimulatedRuns simulated = new SimulatedRuns(5);
    List<Observation> all = new ArrayList<>(simulated.runs(10, 10));
    RunningServices running = ServiceModel.learn(all).follow();
    List<Observation> run = slower(simulated.run("next", 10));
    run.forEach(running::observe);
    all.addAll(run);
    ServiceModel anew = ServiceModel.learn(all);
    for (int type = 0; type < SimulatedRuns.TYPES; type++) {
      Work work = SimulatedRuns.work(type, "next", 2e6);
      assertThat(running.estimate(work).mean()).isCloseTo(anew.estimate(work).mean(), within(0.1));
    }
  }

  @Test
  void observe_newType_itsLawIsLearned() {
    RunningServices running = ServiceModel.learn(List.of()).follow();
    assertThat(running.knows("type0")).isFalse();
    for (int k = 1; k <= 32; k++) {
      running.observe(new Observation(SimulatedRuns.work(0, "run", k * 1e6), 10 * k));
    }
    assertThat(running.knows("type0")).isTrue();
    double forecast =
        ServiceQuantiles.plain()
            .seconds(running.estimate(SimulatedRuns.work(0, "run", 2.5e7)), 0.5);
    assertThat(forecast).isCloseTo(250, within(25.0));
  }

  /** Activities of one sample share its input size, whatever their types. */
  @Test
  void observe_samples_informLaterTypes() {
    RunningServices running = ServiceModel.learn(List.of()).follow();
    Random random = new Random(1);
    double[] sizes = random.doubles(20, 0.7, 1.4).toArray();
    for (int sample = 0; sample < sizes.length; sample++) {
      running.observe(new Observation(sampled("align", sample), 100 * sizes[sample]));
      running.observe(new Observation(sampled("sort", sample), 30 * sizes[sample]));
      if (sample >= 10) {
        running.observe(new Observation(sampled("call", sample), 10 * sizes[sample]));
      }
    }
    double error = 0;
    double spread = 0;
    for (int sample = 0; sample < 10; sample++) {
      double truth = Math.log(10 * sizes[sample]);
      error += Math.abs(running.estimate(sampled("call", sample)).mean() - truth);
      spread += Math.abs(Math.log(10) - truth);
    }
    assertThat(error).isLessThan(0.6 * spread);
  }

  private static Work sampled(String type, int sample) {
    return new Work(
        type,
        Optional.empty(),
        Optional.of("sample" + sample),
        Optional.empty(),
        "run",
        InputSize.UNKNOWN);
  }
}
