package io.flowgauge.metrics.attribution;

import static io.flowgauge.metrics.activity.TimeClass.COMPUTE;
import static io.flowgauge.metrics.activity.TimeClass.EXTERNAL_LOAD;
import static io.flowgauge.metrics.activity.TimeClass.UNIDENTIFIED;
import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.metrics.activity.ActivityTimes;
import io.flowgauge.metrics.activity.PathWeights;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.RunSpan;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.LongestPath;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The attribution of a run. Immutable and thread-safe. */
public final class RunAttribution implements Attribution {
  private static final int NONE = -1;

  private final RunTimes times;
  private final ColumnarRun run;
  private final long makespan;
  private final long[] nanos = new long[TimeClass.COUNT + 1];
  private final List<PathStep> path = new ArrayList<>();
  private final boolean estimated;
  private Slack slack;

  private RunAttribution(RunTimes times) {
    this.times = times;
    this.run = times.run();
    RunSpan span = run.span();
    int last = lastActivity();
    estimated = last == NONE;
    if (estimated) {
      long[] wallclocks = weights(times);
      LongestPath longest = LongestPath.of(run.workflow().dag(), wallclocks);
      makespan = known(span.makespan()) ? span.makespan() : longest.length();
      estimate(times, longest, wallclocks);
    } else {
      makespan = span.makespan();
      realise(last);
    }
    Collections.reverse(path);
  }

  /** Attributes the makespan of a run. */
  public static RunAttribution of(RunTimes times) {
    return new RunAttribution(times);
  }

  private static long[] weights(RunTimes times) {
    return PathWeights.of(times.run().workflow().dag(), times.wallclocks());
  }

  private int lastActivity() {
    int last = NONE;
    long latest = ABSENT;
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      if (known(run.begin(a))
          && run.endOrNow(a) >= latest
          && (last == NONE || run.isLater(a, last))) {
        last = a;
        latest = run.endOrNow(a);
      }
    }
    return last;
  }

  /**
   * Attributes the makespan along the realised critical path. In an unfinished run, the path may
   * end with an activity that is ready but has not started.
   */
  private void realise(int last) {
    RunSpan span = run.span();
    long end = new ActivityTimes(run).load(last).end();
    long idle = span.end() - end;
    int ready = idle > 0 && !span.finished() ? readyActivity() : NONE;
    KnownPath known = new KnownPath(times);
    Walked walked = new Walked(known, ready == NONE ? Math.max(0, idle) : 0);
    CriticalWalk walk = new CriticalWalk(times);
    if (ready != NONE) {
      walk.back(ready, span.end(), span.start(), a -> true, walked);
    } else {
      walk.back(last, end, span.start(), a -> true, walked);
    }
    walked.steps.forEach(this::addStep);
    if (!walk.hasPassedUntimed()) { // The steps depend only on activities and their predecessors.
      known.keep(walked.steps);
    }
  }

  /**
   * The steps of a walk, which ends when it meets the path of an earlier run. Time after the end of
   * the last activity counts for the first step.
   */
  private final class Walked implements CriticalWalk.StepSink {
    private final KnownPath known;
    private final long idle;
    private final List<KnownPath.Step> steps = new ArrayList<>();

    Walked(KnownPath known, long idle) {
      this.known = known;
      this.idle = idle;
    }

    @Override
    public boolean isRestKnown(int activity, long end) {
      List<KnownPath.Step> rest = steps.isEmpty() ? List.of() : known.from(activity, end);
      steps.addAll(rest);
      return !rest.isEmpty();
    }

    @Override
    public void step(int activity, long end, long[] share) {
      long[] own = share.clone();
      own[UNIDENTIFIED] += steps.isEmpty() ? idle : 0;
      steps.add(newStep(activity, end, own));
    }
  }

  /**
   * Returns the activity with the smallest id among those that have not begun although all their
   * predecessors completed, or {@link #NONE}.
   */
  private int readyActivity() {
    int ready = NONE;
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      boolean smaller = ready == NONE || id(a).compareTo(id(ready)) < 0;
      if (smaller && mayBegin(a) && allBeforeCompleted(a)) {
        ready = a;
      }
    }
    return ready;
  }

  private boolean mayBegin(int activity) {
    return !known(run.begin(activity)) && !run.isSkipped(activity) && !hasBegunSuccessor(activity);
  }

  /**
   * Whether an activity left no event although one of its successors began, as with a cached
   * activity.
   */
  private boolean isPassedOver(int activity) {
    return !known(run.begin(activity)) && hasBegunSuccessor(activity);
  }

  private boolean hasBegunSuccessor(int activity) {
    Dag dag = run.workflow().dag();
    for (int k = 0; k < dag.successorCount(activity); k++) {
      if (known(run.begin(dag.successor(activity, k)))) {
        return true;
      }
    }
    return false;
  }

  private boolean allBeforeCompleted(int activity) {
    Dag dag = run.workflow().dag();
    for (int k = 0; k < dag.predecessorCount(activity); k++) {
      int before = dag.predecessor(activity, k);
      if (!run.isSkipped(before) && !hasCompleted(before) && !isPassedOver(before)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasCompleted(int activity) {
    int end = run.endAttempt(activity);
    return end > run.firstAttempt(activity) && run.completed(end - 1);
  }

  private void estimate(RunTimes times, LongestPath longest, long[] wallclocks) {
    int[] nodes = longest.nodes();
    for (int k = nodes.length - 1; k >= 0; k--) {
      long[] share = new long[TimeClass.COUNT + 1];
      long ideal = times.ideals().nanos(nodes[k]);
      long useful = known(ideal) ? Math.min(ideal, wallclocks[nodes[k]]) : 0;
      share[COMPUTE] = useful;
      int rest = run.workflow().isTransfer(nodes[k]) ? TimeClass.DATA_TRANSFER : EXTERNAL_LOAD;
      share[rest] = wallclocks[nodes[k]] - useful;
      addStep(newStep(nodes[k], ABSENT, share));
    }
    nanos[UNIDENTIFIED] += makespan - longest.length();
  }

  private KnownPath.Step newStep(int activity, long end, long[] share) {
    Map<OverheadClass, Long> overheads = new EnumMap<>(OverheadClass.class);
    for (int c = 0; c < TimeClass.COUNT; c++) {
      if (share[c] != 0) {
        overheads.put(TimeClass.leaf(c), share[c]);
      }
    }
    PathStep shown = new PathStep(id(activity), share[COMPUTE], overheads);
    return new KnownPath.Step(activity, end, share, shown);
  }

  private void addStep(KnownPath.Step step) {
    for (int c = 0; c <= TimeClass.COUNT; c++) {
      nanos[c] += step.nanos()[c];
    }
    path.add(step.shown());
  }

  private String id(int activity) {
    return run.workflow().activity(activity).id();
  }

  @Override
  public long makespanNanos() {
    return makespan;
  }

  @Override
  public long idealNanos() {
    return nanos[COMPUTE];
  }

  @Override
  public long overheadNanos(OverheadClass overhead) {
    return overhead.isLeaf()
        ? nanos[TimeClass.of(overhead)]
        : overhead.children().stream().mapToLong(this::overheadNanos).sum();
  }

  @Override
  public Map<OverheadClass, Long> classes() {
    Map<OverheadClass, Long> classes = new EnumMap<>(OverheadClass.class);
    for (int c = 0; c < TimeClass.COUNT; c++) {
      if (nanos[c] != 0) {
        classes.put(TimeClass.leaf(c), nanos[c]);
      }
    }
    return Collections.unmodifiableMap(classes);
  }

  @Override
  public List<PathStep> criticalPath() {
    return Collections.unmodifiableList(path);
  }

  @Override
  public boolean isEstimated() {
    return estimated;
  }

  @Override
  public OptionalLong slackNanos(int index) {
    run.workflow().activity(index);
    return slack().of(index);
  }

  private synchronized Slack slack() {
    if (slack == null) {
      slack = estimated ? Slack.estimated(run, weights(times)) : Slack.realised(run);
    }
    return slack;
  }

  @Override
  public String toString() {
    return "Attribution[ideal="
        + nanos[COMPUTE] / 1e9
        + " s of "
        + makespan / 1e9
        + " s, "
        + path.size()
        + " activities on the critical path]";
  }
}
