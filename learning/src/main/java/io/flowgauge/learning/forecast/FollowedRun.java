package io.flowgauge.learning.forecast;

import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.LearnedRun;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.RunningServices;
import io.flowgauge.learning.service.Work;
import io.flowgauge.probabilistic.answer.Arguments;
import java.util.Optional;
import java.util.OptionalInt;

/** A run that is followed. */
final class FollowedRun implements LearnedRun {
  private final Plan plan;
  private final Progress progress;
  private final RunningServices services;
  private final Conditions conditions;

  /** Where those that run do, if that was told. */
  private final String[] machines;

  private int running;
  private int mostRunning;

  FollowedRun(Plan plan, Progress progress, RunningServices services, Conditions conditions) {
    this.plan = plan;
    this.progress = progress;
    this.services = services;
    this.conditions = conditions;
    machines = new String[plan.dag().nodeCount()];
  }

  @Override
  public void started(String activity, double atSeconds) {
    start(activity, Optional.empty(), atSeconds);
  }

  @Override
  public void started(String activity, String machine, double atSeconds) {
    start(activity, Optional.of(machine), atSeconds);
  }

  private void start(String activity, Optional<String> machine, double atSeconds) {
    int index = unfinished(activity, atSeconds);
    running += progress.runs(index) ? 0 : 1;
    mostRunning = Math.max(mostRunning, running);
    machines[index] = machine.orElse(null);
    progress.start(index, atSeconds);
  }

  @Override
  public void failed(String activity, double atSeconds) {
    int index = unfinished(activity, atSeconds);
    running -= progress.runs(index) ? 1 : 0;
    progress.fail(index, atSeconds);
  }

  @Override
  public void finished(String activity, double atSeconds) {
    int index = unfinished(activity, atSeconds);
    if (progress.runs(index)) {
      double seconds = atSeconds - progress.began(index);
      if (seconds < 0) {
        throw Arguments.finishedBeforeStart(activity, atSeconds);
      }
      services.observe(new Observation(work(index), seconds));
      running--;
    }
    progress.finish(index, atSeconds);
  }

  /** The work of an activity, on the machine it runs on. */
  private Work work(int index) {
    Work planned = plan.work(index);
    return machines[index] == null ? planned : plan.seen(planned.on(machines[index]));
  }

  private int unfinished(String activity, double atSeconds) {
    int index = plan.index(activity);
    Arguments.requireTime("time", atSeconds);
    if (progress.isFinished(index)) {
      throw new IllegalStateException("activity " + activity + " has already finished");
    }
    return index;
  }

  @Override
  public int unfinishedActivities() {
    return progress.unfinished();
  }

  @Override
  public LearnedForecast remaining(double nowSeconds) {
    Arguments.requireNow(nowSeconds, progress.last());
    OptionalInt slots = plan.terms().slots(conditions.slots());
    OptionalInt seen =
        slots.isPresent() ? OptionalInt.of(Math.max(slots.getAsInt(), mostRunning)) : slots;
    Plan.Moment moment =
        new Plan.Moment(progress, nowSeconds, services, conditions.withSlots(seen));
    return plan.forecast(moment, plan.learned().ratio(), plan.learned().hindsight().rests());
  }
}
