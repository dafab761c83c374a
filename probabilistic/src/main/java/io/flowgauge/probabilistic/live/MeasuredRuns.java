package io.flowgauge.probabilistic.live;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.LawFit;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Times measured in runs. Immutable and thread-safe. */
public final class MeasuredRuns implements MeasuredTimes {
  private static final double MOSTLY = 0.5;

  private final List<RunReading> runs;
  private final LearnedTimes learned;
  private final boolean onSlots;
  private final GivenTimes given;

  private MeasuredRuns(
      List<RunReading> runs, LearnedTimes learned, boolean onSlots, GivenTimes given) {
    this.runs = runs;
    this.learned = learned;
    this.onSlots = onSlots;
    this.given = given;
  }

  /**
   * Learns from runs.
   *
   * @param runs one or more; the number of slots is that of the first
   */
  public static MeasuredTimes of(List<WorkflowRun> runs) {
    List<RunReading> states = runs.stream().map(RunReading::of).toList();
    return new MeasuredRuns(states, LearnedTimes.of(states, false), false, GivenTimes.NONE);
  }

  @Override
  public MeasuredTimes onSlots() {
    return new MeasuredRuns(runs, LearnedTimes.of(runs, true), true, given);
  }

  @Override
  public MeasuredTimes asItRan() {
    return slots().isPresent() && waitingForSlots() >= MOSTLY ? onSlots() : this;
  }

  @Override
  public MeasuredTimes withLatency(Law law) {
    return new MeasuredRuns(runs, learned, onSlots, given.withLatency(law));
  }

  @Override
  public MeasuredTimes withServiceTime(double seconds) {
    return new MeasuredRuns(runs, learned, onSlots, given.withServiceTime(seconds));
  }

  @Override
  public MeasuredTimes withDurations(Map<String, Law> durations) {
    Objects.requireNonNull(durations, "durations");
    return new MeasuredRuns(runs, learned, onSlots, given.withDurations(durations));
  }

  @Override
  public MeasuredTimes withoutVariability() {
    return new MeasuredRuns(runs, learned, onSlots, given.withoutVariability());
  }

  @Override
  public boolean areOnSlots() {
    return onSlots;
  }

  @Override
  public OptionalInt slots() {
    int most = runs.get(0).slots().slots();
    return most > 0 ? OptionalInt.of(most) : OptionalInt.empty();
  }

  @Override
  public double waitingForSlots() {
    return runs.get(0).slots().waitingForSlots();
  }

  @Override
  public List<Double> latencySeconds() {
    return Collections.unmodifiableList(learned.latencies);
  }

  @Override
  public int unmeasured() {
    return learned.unmeasured;
  }

  @Override
  public int negative() {
    return learned.negative;
  }

  @Override
  public Optional<LawFit> latencyFit() {
    return learned.latencyFit();
  }

  @Override
  public Optional<Law> latency() {
    return given.latency().or(learned::latency).map(given::varied);
  }

  @Override
  public Optional<Law> latency(String type) {
    return given.latency().isPresent()
        ? latency()
        : learned.latency(type).map(given::varied).or(this::latency);
  }

  @Override
  public OptionalDouble serviceSeconds(String type) {
    return learned.service(type);
  }

  @Override
  public NetworkPrediction predict(Workflow workflow) {
    NetworkPrediction prediction = Flowgauge.predict(workflow);
    if (onSlots && slots().isPresent()) {
      prediction = prediction.slots(slots().getAsInt());
    }
    MeasuredLaws laws = laws();
    for (Activity activity : workflow.activities()) {
      prediction = laws.withActivityTimes(prediction, activity);
    }
    return prediction;
  }

  private MeasuredLaws laws() {
    return new MeasuredLaws(learned, given, latency().orElse(Law.constant(0)));
  }

  @Override
  public NetworkPrediction remaining(WorkflowRun run) {
    if (Objects.requireNonNull(run, "run").endNanos().isEmpty()) {
      throw new IllegalArgumentException(
          "the run must have events with times, but has none: " + run.name());
    }
    RunReading state = RunReading.of(run);
    Workflow rest = state.remainingWorkflow();
    NetworkPrediction prediction = predict(rest);
    MeasuredLaws laws = laws();
    for (int k = 0; k < rest.activityCount(); k++) {
      if (rest.predecessors(k).isEmpty()) {
        Activity activity = rest.activity(k);
        int index = run.workflow().indexOf(activity.id());
        long passed = onSlots ? state.slots().heldNanos(index) : state.waited(index);
        Law remaining = TrackedChain.residual(laws.law(activity), Times.seconds(passed));
        prediction =
            prediction
                .serviceTime(activity.id(), 0)
                .latency(activity.id(), given.varied(remaining));
      }
    }
    return prediction;
  }

  @Override
  public String toString() {
    return "MeasuredTimes[" + runs.size() + " runs]";
  }
}
