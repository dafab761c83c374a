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
import io.flowgauge.metrics.activity.Surroundings;
import io.flowgauge.metrics.activity.TimeClass;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import io.flowgauge.model.core.RunSpan;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.LongestPath;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The attribution of a run. Immutable and thread-safe. */
public final class RunAttribution implements Attribution {
  private static final int NONE = -1;

  private final RunTimes times;
  private final ColumnarRun run;
  private final long makespan;
  private final long[] nanos = new long[TimeClass.COUNT + 1];

  /** The steps of the critical path, the first one first. */
  private final List<KnownPath.Step> path;

  private final boolean estimated;
  private Slack slack;

  /**
   * What the attribution of a run leaves for that of a later one.
   *
   * @param surroundings what the path depends on besides the activities
   * @param activity the one that ended last
   * @param end when it ended, in nanoseconds
   */
  private record Left(Surroundings surroundings, int activity, long end, KnownPath.Kept path) {}

  /** What an earlier run left, and what has changed since. */
  private record Earlier(Left left, Surroundings.Change since) {}

  private RunAttribution(RunTimes times) {
    this.times = times;
    this.run = times.run();
    RunSpan span = run.span();
    Optional<Surroundings> surroundings = times.surroundings();
    Earlier earlier = surroundings.map(this::earlier).orElse(null);
    int last = lastActivity(earlier);
    estimated = last == NONE;
    if (estimated) {
      long[] wallclocks = weights(times);
      LongestPath longest = LongestPath.of(run.workflow().dag(), wallclocks);
      makespan = known(span.makespan()) ? span.makespan() : longest.length();
      path = estimated(longest, wallclocks);
      nanos[UNIDENTIFIED] += makespan - longest.length();
    } else {
      makespan = span.makespan();
      path = realised(last, earlier, surroundings);
    }
    for (KnownPath.Step step : path) {
      for (int c = 0; c <= TimeClass.COUNT; c++) {
        nanos[c] += step.nanos()[c];
      }
    }
  }

  /** Attributes the makespan of a run. */
  public static RunAttribution of(RunTimes times) {
    return new RunAttribution(times);
  }

  private static long[] weights(RunTimes times) {
    return PathWeights.of(times.run().workflow().dag(), times.wallclocks());
  }

  /** Returns what an earlier run left, or null if nothing of it may be reused. */
  private Earlier earlier(Surroundings now) {
    Left left = run.changes().kept(Left.class);
    return left == null || !now.follow(left.surroundings)
        ? null
        : new Earlier(left, now.since(left.surroundings));
  }

  /** Returns the activity that ended last, or {@link #NONE} if none left an event. */
  private int lastActivity(Earlier earlier) {
    if (earlier != null) {
      BitSet changed = earlier.since.activities();
      int unchanged = changed.get(earlier.left.activity) ? NONE : earlier.left.activity;
      int last = lastActivity(changed, unchanged);
      // No other activity ended after the one that did then.
      if (unchanged != NONE || (last != NONE && run.endOrNow(last) > earlier.left.end)) {
        return last;
      }
    }
    return lastActivity(Columns.all(run.workflow().activityCount()), NONE);
  }

  private int lastActivity(BitSet among, int other) {
    int last = other;
    long latest = other == NONE ? ABSENT : run.endOrNow(other);
    for (int a = among.nextSetBit(0); a >= 0; a = among.nextSetBit(a + 1)) {
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
   * Returns the steps of the realised critical path. In an unfinished run, the path may end with an
   * activity that is ready but has not started.
   */
  private List<KnownPath.Step> realised(
      int last, Earlier earlier, Optional<Surroundings> surroundings) {
    RunSpan span = run.span();
    long end = new ActivityTimes(run).load(last).end();
    long idle = span.end() - end;
    int ready = idle > 0 && !span.finished() ? readyActivity() : NONE;
    KnownPath known = knownPath(earlier, ready == NONE ? Math.max(0, idle) : 0);
    CriticalWalk walk = new CriticalWalk(times);
    if (ready != NONE) {
      walk.back(ready, span.end(), span.start(), a -> true, known);
    } else {
      walk.back(last, end, span.start(), a -> true, known);
    }
    if (surroundings.isPresent() && !span.finished() && !walk.hasPassedUntimed()) {
      long ended = run.endOrNow(last);
      run.changes().keep(new Left(surroundings.get(), last, ended, known.kept()));
    }
    List<KnownPath.Step> steps = known.steps();
    Collections.reverse(steps);
    return steps;
  }

  /** Returns the critical path, still without steps. */
  private KnownPath knownPath(Earlier earlier, long idle) {
    long start = run.span().start();
    return earlier == null
        ? new KnownPath(start, idle)
        : new KnownPath(start, idle, earlier.left.path, earlier.since, run.workflow().dag());
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

  /** Returns the steps of the longest path, if the run has no times. */
  private List<KnownPath.Step> estimated(LongestPath longest, long[] wallclocks) {
    List<KnownPath.Step> steps = new ArrayList<>();
    for (int node : longest.nodes()) {
      long[] share = new long[TimeClass.COUNT + 1];
      long ideal = times.ideals().nanos(node);
      long useful = known(ideal) ? Math.min(ideal, wallclocks[node]) : 0;
      share[COMPUTE] = useful;
      int rest = run.workflow().isTransfer(node) ? TimeClass.DATA_TRANSFER : EXTERNAL_LOAD;
      share[rest] = wallclocks[node] - useful;
      steps.add(new KnownPath.Step(node, ABSENT, share));
    }
    return steps;
  }

  private PathStep shown(KnownPath.Step step) {
    return new PathStep(id(step.activity()), step.nanos()[COMPUTE], overheads(step.nanos()));
  }

  private static Map<OverheadClass, Long> overheads(long[] nanos) {
    Map<OverheadClass, Long> overheads = new EnumMap<>(OverheadClass.class);
    for (int c = 0; c < TimeClass.COUNT; c++) {
      if (nanos[c] != 0) {
        overheads.put(TimeClass.leaf(c), nanos[c]);
      }
    }
    return overheads;
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
    return Collections.unmodifiableMap(overheads(nanos));
  }

  @Override
  public List<PathStep> criticalPath() {
    return Collections.unmodifiableList(
        new AbstractList<>() {
          @Override
          public PathStep get(int index) {
            return shown(path.get(index));
          }

          @Override
          public int size() {
            return path.size();
          }
        });
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
