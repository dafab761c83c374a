package io.flowgauge.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.Backtest;
import io.flowgauge.history.History;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.history.LearnedRun;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.history.Uncertainty;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final SimulatedRuns RUNS = new SimulatedRuns(12, 3);

  private static List<WorkflowRun> varied(int count, double ofRun, double own) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(day -> RUNS.varied(day, 20, ofRun, own))
        .toList();
  }

  private static double makespan(WorkflowRun run) {
    return run.makespan().orElseThrow().toNanos() * 1e-9;
  }

  private static Workflow workflow() {
    return RUNS.varied(1, 1, 0, 0).workflow();
  }

  @Test
  void forecast_runsThatDoNotVary_isTheirMakespan() {
    List<WorkflowRun> runs = varied(6, 0, 0);
    LearnedForecast forecast = Flowgauge.predict(workflow()).from(History.of(runs)).forecast();

    // 20 s, four rounds of three, 20 s.
    assertThat(makespan(runs.get(0))).isCloseTo(120, within(1e-6));
    assertThat(forecast.quantile(0.5)).isCloseTo(120, within(4.0));
    assertThat(forecast.sd()).isLessThan(18); // Six runs do not tell exactly how much they vary.
  }

  @Test
  void anyResult_shown_isReadable() {
    List<WorkflowRun> runs = varied(3, 0, 0);
    String name = workflow().name();
    int activities = workflow().activityCount();
    LearnedPrediction prediction = Flowgauge.predict(workflow()).from(History.of(runs));
    assertThat(prediction).hasToString("LearnedPrediction[" + name + "]");
    assertThat(prediction.start())
        .hasToString(
            "LearnedRun[%s, %d of %d activities unfinished]"
                .formatted(name, activities, activities));
    assertThat(Backtest.of(runs)).hasToString("Backtest[2 runs predicted]");
    assertThat(MeasuredTimes.of(runs.get(0))).hasToString("MeasuredTimes[1 runs]");
  }

  @Test
  void forecast_runsThatVary_coversLaterOnes() {
    History history = History.of(varied(12, 0.2, 0.2));
    LearnedForecast forecast = history.predict(workflow()).forecast();
    long covered =
        IntStream.rangeClosed(101, 200)
            .mapToDouble(day -> makespan(RUNS.varied(day, 20, 0.2, 0.2)))
            .filter(t -> forecast.quantile(0.1) <= t && t <= forecast.quantile(0.9))
            .count();

    assertThat(covered).isBetween(65L, 95L);
    assertThat(forecast.quantile(0.9)).isGreaterThan(forecast.mean());
  }

  @Test
  void forecast_moreRunsOfTheSame_isNarrower() {
    double few = History.of(varied(3, 0.2, 0.2)).predict(workflow()).forecast().sd();
    double many = History.of(varied(40, 0.2, 0.2)).predict(workflow()).forecast().sd();

    assertThat(many).isLessThan(few);
  }

  @Test
  void forecast_runsInAnotherOrder_isTheSame() {
    List<WorkflowRun> runs = new ArrayList<>(varied(6, 0.2, 0.2));
    double mean = History.of(runs).predict(workflow()).forecast().mean();
    Collections.shuffle(runs, new Random(1));

    assertThat(History.of(runs).predict(workflow()).forecast().mean()).isEqualTo(mean);
  }

  @Test
  void forecast_allTimesLonger_isLongerInProportion() {
    List<WorkflowRun> slow = new ArrayList<>();
    List<WorkflowRun> fast = new ArrayList<>();
    for (int day = 1; day <= 6; day++) {
      slow.add(RUNS.varied(day, 200, 0.1, 0.1));
      fast.add(RUNS.varied(day, 20, 0.1, 0.1));
    }
    double ratio =
        History.of(slow).predict(workflow()).forecast().quantile(0.5)
            / History.of(fast).predict(workflow()).forecast().quantile(0.5);

    assertThat(ratio)
        .isCloseTo(
            10,
            Percentage.withPercentage(
                1)); // times are shifted by 0.01 s before logarithms are taken
  }

  @Test
  void slots_fewerOrMore_makespanFollows() {
    LearnedPrediction prediction = History.of(varied(6, 0, 0)).predict(workflow());

    assertThat(prediction.slots(1).forecast().quantile(0.5)).isCloseTo(280, within(10.0));
    assertThat(prediction.slots(6).forecast().quantile(0.5)).isCloseTo(80, within(4.0));
    assertThat(prediction.unboundedSlots().forecast().quantile(0.5)).isCloseTo(60, within(4.0));
  }

  @Test
  void machine_seenBefore_takesItsSpeed() {
    List<WorkflowRun> runs = new ArrayList<>();
    for (int day = 0; day < 6; day++) {
      runs.add(RUNS.run(2 * day, "slow", id -> 30));
      runs.add(RUNS.run(2 * day + 1, "fast", id -> 10));
    }
    LearnedPrediction prediction = History.of(runs).predict(workflow());

    assertThat(prediction.machine("slow").forecast().quantile(0.5))
        .isCloseTo(180, Percentage.withPercentage(10));
    assertThat(prediction.machine("fast").forecast().quantile(0.5))
        .isCloseTo(60, Percentage.withPercentage(10));
    LearnedForecast elsewhere = prediction.machine("c2").forecast();
    assertThat(elsewhere.basis().unseenMachines()).containsExactly("c2");
    assertThat(elsewhere.basis())
        .hasToString("12 runs, all of this workflow; machine c2 never seen.");
    assertThat(elsewhere.sd()).isGreaterThan(prediction.machine("slow").forecast().sd() / 3);
  }

  @Test
  void slowdown_ofTheMachine_takesLongerByItsFactor() {
    List<WorkflowRun> runs = new ArrayList<>();
    for (int day = 0; day < 6; day++) {
      runs.add(RUNS.run(2 * day, "slow", id -> 30));
      runs.add(RUNS.run(2 * day + 1, "fast", id -> 10));
    }
    LearnedPrediction there = History.of(runs).predict(workflow()).machine("slow");
    double usual = there.forecast().quantile(0.5);

    assertThat(there.slowdown("slow", 1.5).forecast().quantile(0.5) / usual)
        .isCloseTo(1.5, within(0.02));
    assertThat(there.slowdown("fast", 1.5).forecast().quantile(0.5)).isEqualTo(usual);
    assertThatThrownBy(() -> there.slowdown("slow", 0))
        .hasMessage("slowdown must be 1.0E-9 to 1.0E9, but is 0.0");
  }

  @Test
  void inputFactor_sizesUnknown_growsNearlyInProportionAndIsLessCertain() {
    LearnedPrediction prediction = History.of(varied(6, 0.05, 0.05)).predict(workflow());
    LearnedForecast usual = prediction.forecast();
    LearnedForecast large = prediction.inputFactor(4).forecast();

    assertThat(large.quantile(0.5) / usual.quantile(0.5)).isBetween(3.0, 4.5);
    assertThat(large.sd() / large.mean()).isGreaterThan(usual.sd() / usual.mean());
  }

  @Test
  void forecast_typesNeverSeen_isRefusedInWords() {
    LearnedPrediction prediction =
        Flowgauge.predict(Flowgauge.workflow("w").then("split").then("render", "render2").build())
            .from(History.of(varied(2, 0, 0)));

    assertThatThrownBy(prediction::forecast)
        .isInstanceOf(NoForecastException.class)
        .hasMessage(
            "2 activities of 2 types never seen (render, render2): no forecast until each type has"
                + " run once");
    assertThat(prediction.basis().unknown()).startsWith("2 activities of 2 types never seen");
    assertThat(prediction.activity("split").quantile(0.5)).isCloseTo(20, within(1.0));
    assertThatThrownBy(() -> prediction.activity("render")).isInstanceOf(NoForecastException.class);
    assertThatThrownBy(() -> prediction.activity("nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workflow w has no activity nothing");
  }

  @Test
  void remaining_halfOfARun_isTheRestAndOfAllNothing() {
    List<WorkflowRun> runs = varied(6, 0.1, 0.1);
    LearnedPrediction prediction = History.of(runs.subList(0, 5)).predict(workflow());
    WorkflowRun last = runs.get(5);

    assertThat(prediction.remaining(last).mean()).isZero();
    LearnedRun run = prediction.start();
    for (ActivityExecution each : last.executions()) {
      double began = seconds(last, each.attempts().get(0).active().orElseThrow());
      double ended = seconds(last, each.attempts().get(0).ended().orElseThrow());
      if (began <= 60) {
        run.started(each.activity().id(), began);
      }
      if (ended <= 60) {
        run.finished(each.activity().id(), ended);
      }
    }
    assertThat(run.remaining(60).quantile(0.5))
        .isCloseTo(makespan(last) - 60, Percentage.withPercentage(20));
    assertThat(run.unfinishedActivities()).isPositive();
    assertThatThrownBy(() -> run.finished("split", 70))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("activity split has already finished");
    assertThatThrownBy(() -> run.started("nothing", 70))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> run.remaining(1)).isInstanceOf(IllegalArgumentException.class);
  }

  /**
   * Activities that take as long as the stated slowdown or input factor predicts do not shift the
   * forecast of the rest.
   */
  @Test
  void remaining_followedUnderTermsThatHold_isTheRest() {
    LearnedPrediction prediction = History.of(varied(6, 0.02, 0.02)).predict(workflow());
    WorkflowRun actual = RUNS.run(50, "m", id -> 60);

    assertThat(restAfter150(prediction.machine("m").slowdown("m", 3).start(), actual))
        .isCloseTo(makespan(actual) - 150, Percentage.withPercentage(10));
    // How time grows with input is less certain, so the expected longest of several is longer.
    assertThat(restAfter150(prediction.inputFactor(3).start(), actual))
        .isCloseTo(makespan(actual) - 150, Percentage.withPercentage(25));
  }

  private static double restAfter150(LearnedRun run, WorkflowRun actual) {
    for (ActivityExecution each : actual.executions()) {
      double began = seconds(actual, each.attempts().get(0).active().orElseThrow());
      double ended = seconds(actual, each.attempts().get(0).ended().orElseThrow());
      if (began <= 150) {
        run.started(each.activity().id(), "m", began);
      }
      if (ended <= 150) {
        run.finished(each.activity().id(), ended);
      }
    }
    return run.remaining(150).quantile(0.5);
  }

  @Test
  void remaining_recordedOnLargerInputs_isTheRest() {
    LearnedPrediction prediction = History.of(varied(6, 0.02, 0.02)).predict(workflow());
    WorkflowRun actual = RUNS.run(50, "m", id -> 60);

    assertThat(prediction.inputFactor(3).remaining(until(120.001, actual)).quantile(0.5))
        .isCloseTo(makespan(actual) - 120, Percentage.withPercentage(25));
  }

  @Test
  void remaining_runThatEndedAfterAFailure_isNothing() {
    List<WorkflowRun> runs = varied(6, 0.1, 0.1);
    LearnedPrediction prediction = History.of(runs.subList(0, 5)).predict(workflow());
    RunRecorder cut = recorded(60, runs.get(5));
    assertThat(prediction.remaining(cut.snapshot()).mean()).isPositive();

    cut.end(runs.get(5).startNanos().orElseThrow() + Times.nanos(60.0));

    assertThat(prediction.remaining(cut.snapshot()).mean()).isZero();
  }

  private static WorkflowRun until(double end, WorkflowRun run) {
    return recorded(end, run).snapshot();
  }

  private static RunRecorder recorded(double end, WorkflowRun run) {
    var recorder = Flowgauge.recorder(run.name());
    recorder.start(run.startNanos().orElseThrow());
    for (ActivityExecution each : run.executions()) {
      recorder.activity(each.activity());
      long active = each.attempts().get(0).active().orElseThrow();
      long ended = each.attempts().get(0).ended().orElseThrow();
      if (seconds(run, active) <= end) {
        recorder.record(each.activity().id(), EventType.ACTIVE, active, 1);
        recorder.assign(each.activity().id(), 1, "m");
      }
      if (seconds(run, ended) <= end) {
        recorder.record(each.activity().id(), EventType.COMPLETED, ended, 1);
      }
    }
    run.workflow().dependencies().forEach(d -> recorder.dependency(d.from(), d.to()));
    return recorder;
  }

  /** A call that is rejected leaves the run as it was. */
  @Test
  void finished_again_changesNothing() {
    LearnedPrediction prediction = History.of(varied(6, 0.02, 0.02)).predict(workflow());
    LearnedRun run = prediction.start();
    LearnedRun other = prediction.start();
    for (LearnedRun each : List.of(run, other)) {
      each.started("split", 0);
      each.finished("split", 20);
      each.started("work_0", 20);
    }
    assertThatThrownBy(() -> run.finished("split", 10_000))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> run.started("work_1", null, 20))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("machine");

    assertThat(run.remaining(20.5).mean()).isEqualTo(other.remaining(20.5).mean());
  }

  private static double seconds(WorkflowRun run, long epochNanos) {
    return (epochNanos - run.startNanos().orElseThrow()) * 1e-9;
  }

  /** Once activities of this run wait for slots, the slots of earlier runs no longer matter. */
  @Test
  void remaining_runOnFewerSlots_isLearnedFromIt() {
    List<WorkflowRun> runs = varied(5, 0.02, 0.02);
    LearnedRun run = History.of(runs).predict(workflow()).start();
    run.started("split", 0);
    run.finished("split", 20);
    run.started("work_0", 20);
    run.finished("work_0", 40);
    run.started("work_1", 40);

    // Eleven remaining activities one after another, then the merge.
    assertThat(run.remaining(40).quantile(0.5)).isCloseTo(12 * 20, Percentage.withPercentage(15));
  }

  @Test
  void remaining_noHistory_learnsFromTheRunItself() {
    LearnedPrediction prediction = History.of().predict(workflow());
    LearnedRun run = prediction.start();

    assertThat(prediction.basis().toString())
        .startsWith("no earlier run; 14 activities of 3 types");
    assertThatThrownBy(() -> run.remaining(0)).isInstanceOf(NoForecastException.class);
  }

  @Test
  void sources_runsVaryAsAWhole_nameThat() {
    LearnedForecast forecast = History.of(varied(20, 0.4, 0.02)).predict(workflow()).forecast();
    Uncertainty first = forecast.sources().get(0);

    assertThat(first.source()).isEqualTo("speed of the whole run");
    assertThat(first.share()).isBetween(0.3, 1.0);
    assertThat(forecast.sdAfterOneMoreRun()).isBetween(0.0, forecast.sd());
  }

  @Test
  void predict_renamedTypes_isTheSame() {
    List<WorkflowRun> runs = varied(5, 0.1, 0.2);
    double mean = History.of(runs).predict(workflow()).forecast().mean();
    List<WorkflowRun> renamed = runs.stream().map(HistoryTest::renamed).toList();

    assertThat(History.of(renamed).predict(renamed(runs.get(0)).workflow()).forecast().mean())
        .isCloseTo(mean, Percentage.withPercentage(0.5));
  }

  private static WorkflowRun renamed(WorkflowRun run) {
    var recorder = Flowgauge.recorder(run.name());
    recorder.start(run.startNanos().orElseThrow());
    run.executions()
        .forEach(
            each -> {
              String id = each.activity().id().replace("work", "arbeit");
              String type = each.activity().type().replace("work", "arbeit");
              recorder.activity(Activity.of(id, type));
              var attempt = each.attempts().get(0);
              recorder.record(id, EventType.ACTIVE, attempt.active().orElseThrow(), 1);
              recorder.record(id, EventType.COMPLETED, attempt.ended().orElseThrow(), 1);
              recorder.assign(id, 1, attempt.processor().orElseThrow());
            });
    run.workflow()
        .dependencies()
        .forEach(
            d ->
                recorder.dependency(
                    d.from().replace("work", "arbeit"), d.to().replace("work", "arbeit")));
    return recorder.snapshot();
  }

  @Test
  void anyCall_null_isNamed() {
    History history = History.of(varied(2, 0, 0));
    assertThatThrownBy(() -> history.save(null)).hasMessage("file");
    assertThatThrownBy(() -> history.saveWithMachineNames(null)).hasMessage("file");
    assertThatThrownBy(() -> history.predict(null)).hasMessage("workflow");
    assertThatThrownBy(() -> history.predict(workflow()).remaining(null)).hasMessage("run");
  }

  @Test
  void inputFactor_tooLargeToComputeWith_isRefused() {
    LearnedPrediction prediction = History.of(varied(3, 0.05, 0.05)).predict(workflow());
    for (double factor : new double[] {1e305, 1.1e9, 0.9e-9, Double.NaN}) {
      assertThatThrownBy(() -> prediction.inputFactor(factor))
          .hasMessage("input factor must be 1.0E-9 to 1.0E9, but is " + factor);
    }
    assertThat(prediction.inputFactor(1e9).samples(100).forecast().sd()).isFinite();
  }
}
