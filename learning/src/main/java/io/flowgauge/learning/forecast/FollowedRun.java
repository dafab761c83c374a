package io.flowgauge.learning.forecast;

import static java.util.Objects.requireNonNull;

import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.LearnedRun;
import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.learning.reading.SlotLevel;
import io.flowgauge.learning.service.RunningServices;
import io.flowgauge.learning.service.Work;
import io.flowgauge.probabilistic.answer.Arguments;
import io.flowgauge.probabilistic.recorded.LoadSweep;
import java.util.Map;
import java.util.Optional;

/** A run in progress, followed through the events that are reported. */
final class FollowedRun implements LearnedRun {
  private final Plan plan;
  private final Progress progress;
  private final RunningServices services;
  private final Conditions conditions;

  /** The machine of each running activity; null if it was not reported. */
  private final String[] machines;

  /** For how long each number of activities ran and waited. */
  private final LoadSweep load;

  /** Time up to which the load is accounted for, in seconds. */
  private double until;

  FollowedRun(Plan plan, Progress progress, RunningServices services, Conditions conditions) {
    this.plan = plan;
    this.progress = progress;
    this.services = services;
    this.conditions = conditions;
    machines = new String[plan.dag().nodeCount()];
    load = new LoadSweep(machines.length);
    until = progress.lastEventTime();
  }

  @Override
  public void started(String activity, double atSeconds) {
    start(activity, Optional.empty(), atSeconds);
  }

  @Override
  public void started(String activity, String machine, double atSeconds) {
    start(activity, Optional.of(requireNonNull(machine, "machine")), atSeconds);
  }

  private void start(String activity, Optional<String> machine, double atSeconds) {
    int index = requireUnfinished(activity, atSeconds);
    machines[index] = machine.orElse(null);
    progress.start(index, atSeconds);
  }

  @Override
  public void failed(String activity, double atSeconds) {
    int index = requireUnfinished(activity, atSeconds);
    progress.fail(index, atSeconds);
  }

  @Override
  public void finished(String activity, double atSeconds) {
    int index = requireUnfinished(activity, atSeconds);
    if (progress.runs(index)) {
      double seconds = atSeconds - progress.began(index);
      if (seconds < 0) {
        throw Arguments.finishedBeforeStart(activity, atSeconds);
      }
      Work done = work(index);
      services.observe(plan.observation(done, seconds / plan.terms().slowdown(done)));
    }
    progress.finish(index, atSeconds);
  }

  /** The work of an activity, on the machine it runs on. */
  private Work work(int index) {
    Work recorded = plan.recordedWork(index);
    return machines[index] == null ? recorded : recorded.on(machines[index]);
  }

  private int requireUnfinished(String activity, double atSeconds) {
    int index = plan.index(activity);
    Arguments.requireTime("time", atSeconds);
    if (progress.isFinished(index)) {
      throw new IllegalStateException("activity " + activity + " has already finished");
    }
    advanceLoad(atSeconds);
    return index;
  }

  private void advanceLoad(double now) {
    load.addTime(Math.max(0, now - until), progress.runningCount(), progress.waitingCount());
    until = Math.max(until, now);
  }

  @Override
  public int unfinishedActivities() {
    return progress.unfinished();
  }

  @Override
  public LearnedForecast remaining(double nowSeconds) {
    Arguments.requireNow(nowSeconds, progress.lastEventTime());
    advanceLoad(nowSeconds);
    SlotLevel seen = SlotLevel.of(load.profile());
    Conditions now = conditions.withObservedSlots(new SlotHistory(seen, Map.of(), false));
    return plan.remaining(new Plan.Moment(progress, nowSeconds, services, now));
  }

  @Override
  public String toString() {
    return "LearnedRun["
        + plan.workflow().name()
        + ", "
        + progress.unfinished()
        + " of "
        + machines.length
        + " activities unfinished]";
  }
}
