package io.flowgauge.metrics;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.run.Phase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reports what the input lacks for an analysis, so that nobody mistakes a missing class for zero.
 */
final class Limits {
  private final RunTimes times;
  private final ColumnarRun run;
  private final List<Diagnostic> found = new ArrayList<>();
  private int activities;
  private int submittedWithoutPending;
  private int withoutStarted;
  private int withoutActive;
  private int withoutProcessor;
  private int withoutEvent;
  private int longerThanThereWas;
  private String firstLonger = "";
  private long longest;

  private Limits(RunTimes times) {
    this.times = times;
    this.run = times.run();
  }

  static List<Diagnostic> of(RunTimes times) {
    Limits limits = new Limits(times);
    limits.count();
    limits.report();
    limits.reportPhases();
    return limits.found;
  }

  private void count() {
    activities = run.workflow().activityCount();
    for (int a = 0; a < activities; a++) {
      withoutProcessor += run.processor(a) < 0 ? 1 : 0;
      int at = run.endAttempt(a) - 1;
      if (at < run.firstAttempt(a)) {
        withoutEvent++;
        continue;
      }
      boolean active = known(run.active(at));
      withoutStarted += known(run.started(at)) ? 0 : 1;
      withoutActive += active || !known(run.ended(at)) ? 0 : 1;
      submittedWithoutPending +=
          known(run.submitted(at)) && active && !known(run.pending(at)) ? 1 : 0;
      checkWallclock(a, at, times.wallclock(a));
    }
  }

  private void checkWallclock(int activity, int at, long wallclock) {
    if (known(wallclock) && known(run.active(at)) && known(run.ended(at))) {
      long excess = wallclock - (run.ended(at) - run.active(at) - run.suspended(at));
      if (excess > 0) {
        longest = Math.max(longest, excess);
        firstLonger = longerThanThereWas++ == 0 ? id(activity) : firstLonger;
      }
    }
  }

  private String id(int activity) {
    return run.workflow().activity(activity).id();
  }

  private void report() {
    info(submittedWithoutPending, "PENDING is not recorded: waiting counts as queue residency");
    info(
        withoutStarted,
        "STARTED is not recorded: submission counts as enactment, and the first known event is"
            + " used in its place");
    info(
        withoutActive,
        "ACTIVE is not recorded: T is taken to end with the attempt, and the time before it is"
            + " unidentified");
    info(withoutEvent, "no events are recorded");
    int slots = withoutProcessor > 0 ? times.slots(times.processorCount() - 1) : 0;
    if (slots > 0 && withoutEvent < activities) {
      info(
          withoutProcessor,
          "the processor is not recorded: these activities are assumed to share a pool of "
              + slots
              + (slots == 1 ? " slot" : " slots")
              + ", the most that were active at once");
    }
    if (longerThanThereWas > 0) {
      found.add(
          Diagnostic.warning(
              place(firstLonger, longerThanThereWas),
              "the application's own time exceeds the time from ACTIVE to the end by up to "
                  + Times.seconds(longest)
                  + " s: polling is negative"));
    }
    reportGraph();
  }

  private void reportGraph() {
    if (activities > 1 && run.workflow().dependencyCount() == 0) {
      found.add(
          Diagnostic.info(
              "dependencies",
              "none are known: the activities are treated as independent of each other"));
    }
    if (activities > 0 && run.workflow().regionTree().undecidedEdges() > 0) {
      found.add(
          Diagnostic.info(
              "regions",
              run.workflow().regionTree().undecidedEdges()
                  + " dependencies may be implied by others; irregular regions may be coarser than"
                  + " necessary"));
    }
  }

  private void info(int count, String message) {
    if (count > 0) {
      found.add(Diagnostic.info(count + " of " + activities + " activities", message));
    }
  }

  private static String place(String first, int count) {
    return "activity " + first + (count == 1 ? "" : " and " + (count - 1) + " more");
  }

  private void reportPhases() {
    Set<String> unknown = new TreeSet<>();
    for (int a = 0; a < activities; a++) {
      for (Phase phase : run.phases(a)) {
        if (phase.type().isEmpty()) {
          unknown.add(phase.name());
        }
      }
    }
    if (!unknown.isEmpty()) {
      found.add(
          Diagnostic.info(
              "phases",
              "these have no overhead class and count as part of the time around them: "
                  + String.join(", ", unknown)));
    }
  }
}
