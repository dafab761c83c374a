package io.flowgauge.metrics.run;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.ActivityTypeSummary;
import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.RunMetrics;
import io.flowgauge.analysis.Spread;
import io.flowgauge.analysis.SynchronizationDelay;
import io.flowgauge.metrics.activity.ActivityTimes;
import io.flowgauge.metrics.activity.PathWeights;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.LongestPath;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.EventType;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Region;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The metrics of a run, each computed when asked for. Immutable and thread-safe. */
public final class RunMeasures implements RunMetrics {
  private final RunTimes times;
  private final ColumnarRun run;
  private final StateTimes states;
  private final Delays delays;
  private final int activities;

  public RunMeasures(RunTimes times) {
    this.times = times;
    this.run = times.run();
    this.states = new StateTimes(run);
    this.delays = new Delays(run);
    this.activities = run.workflow().activityCount();
  }

  @Override
  public int attempts() {
    return run.attemptCount();
  }

  @Override
  public int completedAttempts() {
    return count(EventType.COMPLETED);
  }

  @Override
  public int failedAttempts() {
    return count(EventType.FAILED);
  }

  @Override
  public int abortedAttempts() {
    return count(EventType.ABORTED);
  }

  @Override
  public int skippedActivities() {
    return (int) IntStream.range(0, activities).filter(run::isSkipped).count();
  }

  @Override
  public Measured uncompletedActivities() {
    int completed = (int) IntStream.range(0, activities).filter(run::isCompleted).count();
    int uncompleted = activities - completed - skippedActivities();
    return run.attemptCount() > 0 || uncompleted < activities
        ? Measured.of(uncompleted)
        : Measured.absent("the source does not say whether an activity ran");
  }

  private int count(EventType outcome) {
    int count = 0;
    for (int a = 0; a < activities; a++) {
      for (int at = run.firstAttempt(a); at < run.endAttempt(a); at++) {
        count += run.outcome(at) == outcome ? 1 : 0;
      }
    }
    return count;
  }

  @Override
  public Measured successRate() {
    int ended = completedAttempts() + failedAttempts() + abortedAttempts();
    return ended == 0
        ? Measured.absent("no attempt has ended")
        : Measured.of(completedAttempts() / (double) ended, ended, attempts());
  }

  @Override
  public Measured criticalPathProcessingSeconds() {
    long[] own = wallclocksUnlessSkipped();
    LongestPath path = longest(run.workflow().dag(), own);
    return pathLength(path, own, own.length - skippedActivities());
  }

  /**
   * Returns T by activity; absent for a skipped activity, even if a source states a time for it.
   */
  private long[] wallclocksUnlessSkipped() {
    long[] own = times.wallclocks();
    for (int a = 0; a < own.length; a++) {
      own[a] = run.isSkipped(a) ? Columns.ABSENT : own[a];
    }
    return own;
  }

  private static LongestPath longest(Dag dag, long[] wallclocks) {
    return LongestPath.of(dag, PathWeights.of(dag, wallclocks));
  }

  private static Measured pathLength(LongestPath path, long[] wallclocks, int activities) {
    int measured = 0;
    for (long wallclock : wallclocks) {
      measured += known(wallclock) ? 1 : 0;
    }
    return measured == 0
        ? Measured.absent("no activity has a known wall-clock time")
        : Measured.of(Times.seconds(path.length()), measured, activities);
  }

  @Override
  public List<String> criticalPathByProcessing() {
    return Arrays.stream(longest(run.workflow().dag(), wallclocksUnlessSkipped()).nodes())
        .mapToObj(a -> run.workflow().activity(a).id())
        .toList();
  }

  @Override
  public Measured criticalPathProcessingSeconds(Collection<String> activities) {
    int[] members = indices(activities);
    if (members.length == 0) {
      throw new IllegalArgumentException(
          "a critical path needs at least one activity, but none is given");
    }
    long[] all = wallclocksUnlessSkipped();
    long[] own = new long[members.length];
    Arrays.setAll(own, k -> all[members[k]]);
    int skipped = (int) Arrays.stream(members).filter(run::isSkipped).count();
    return pathLength(longest(induced(members), own), own, own.length - skipped);
  }

  /** Returns the graph of some activities and the dependencies among them. */
  private Dag induced(int[] members) {
    Dag dag = run.workflow().dag();
    int[] position = new int[dag.nodeCount()];
    Arrays.fill(position, -1);
    for (int k = 0; k < members.length; k++) {
      position[members[k]] = k;
    }
    int[][] edges =
        Arrays.stream(members)
            .boxed()
            .flatMap(
                from ->
                    IntStream.range(0, dag.successorCount(from))
                        .map(k -> dag.successor(from, k))
                        .filter(to -> position[to] >= 0)
                        .mapToObj(to -> new int[] {position[from], position[to]}))
            .toArray(int[][]::new);
    int[] from = Arrays.stream(edges).mapToInt(e -> e[0]).toArray();
    int[] to = Arrays.stream(edges).mapToInt(e -> e[1]).toArray();
    return Dag.of(members.length, from, to);
  }

  private int[] indices(Collection<String> activities) {
    return activities.stream().distinct().mapToInt(this::index).toArray();
  }

  private int index(String id) {
    int index = run.workflow().indexOf(id);
    if (index < 0) {
      throw new IllegalArgumentException("this run has no activity " + id);
    }
    return index;
  }

  @Override
  public Stream<SynchronizationDelay> synchronizationDelays() {
    return delays.all();
  }

  @Override
  public Spread synchronizationDelay(int index) {
    run.workflow().activity(index);
    return delays.of(index);
  }

  @Override
  public Spread synchronizationDelay() {
    return delays.overall();
  }

  @Override
  public Measured responseTime(int index) {
    run.workflow().activity(index);
    ActivityTimes activity = new ActivityTimes(run).load(index);
    return known(activity.begin())
        ? Measured.of(Times.seconds(activity.end() - activity.begin()))
        : Measured.absent("no event of the activity is recorded");
  }

  @Override
  public Measured processingTime(int index) {
    run.workflow().activity(index);
    long wallclock = times.wallclock(index);
    return known(wallclock)
        ? Measured.of(Times.seconds(wallclock))
        : Measured.absent("its wall-clock time is not known");
  }

  @Override
  public Measured timeIn(int index, ActivityState state) {
    run.workflow().activity(index);
    long nanos = states.of(index, state);
    return known(nanos)
        ? Measured.of(Times.seconds(nanos))
        : Measured.absent("the events around the state were not recorded");
  }

  @Override
  public Measured meanResponseTime() {
    ActivityTimes activity = new ActivityTimes(run);
    return sample(
            "no event of any activity is recorded",
            a -> {
              activity.load(a);
              return known(activity.begin()) ? activity.end() - activity.begin() : activity.end();
            })
        .mean();
  }

  @Override
  public Measured meanWaitingTime() {
    return sample("no activity has known times of ACTIVE and of an event before it", this::waiting)
        .mean();
  }

  /**
   * Response time less the time on the resource, which is ACTIVE to the end less suspensions. If
   * the first attempt left no event before ACTIVE, it is not known how long the activity waited.
   */
  private long waiting(int activity) {
    long processing = states.of(activity, ActivityState.PROCESSING);
    long begin = run.begin(activity);
    if (!known(processing) || !known(begin) || !isWaitKnown(run.firstAttempt(activity))) {
      return Columns.ABSENT;
    }
    long end = known(run.end(activity)) ? run.end(activity) : run.span().until();
    return end - begin - processing + states.of(activity, ActivityState.SUSPENDED);
  }

  private boolean isWaitKnown(int attempt) {
    return known(run.started(attempt))
        || known(run.submitted(attempt))
        || known(run.pending(attempt));
  }

  @Override
  public Measured meanQueuingTime() {
    return queuing().mean();
  }

  @Override
  public Measured totalQueuingTime() {
    return queuing().sum();
  }

  private TimeSample queuing() {
    return sample(
        "no activity has known times of PENDING or SUBMITTED, and of ACTIVE", states::queuing);
  }

  @Override
  public Measured totalActiveTime() {
    return sample("no activity has known times of ACTIVE and its end", states::active).sum();
  }

  private TimeSample sample(String missing, IntToLongFunction time) {
    TimeSample sample = new TimeSample(missing);
    for (int a = 0; a < activities; a++) {
      if (!run.isSkipped(a)) {
        sample.addIfKnown(time.applyAsLong(a));
      }
    }
    return sample;
  }

  @Override
  public Measured communicationToComputation() {
    return Communication.ratio(run);
  }

  @Override
  public Map<String, Integer> activitiesPerProcessor() {
    int[] counts = new int[run.processors().size()];
    for (int a = 0; a < activities; a++) {
      if (run.processor(a) >= 0) {
        counts[run.processor(a)]++;
      }
    }
    Map<String, Integer> result = new LinkedHashMap<>();
    for (int p = 0; p < counts.length; p++) {
      result.put(run.processors().get(p).name(), counts[p]);
    }
    return result;
  }

  @Override
  public Map<String, Measured> utilization() {
    return Utilization.of(times);
  }

  @Override
  public Map<String, Measured> loadImbalance(ActivityState state, Collection<String> activities) {
    Map<String, Measured> inState = new LinkedHashMap<>();
    activities.forEach(id -> inState.put(id, timeIn(index(id), state)));
    double mean =
        inState.values().stream()
            .filter(Measured::isMeasured)
            .mapToDouble(Measured::value)
            .average()
            .orElse(0);
    inState.replaceAll((id, time) -> time.isMeasured() ? Measured.of(time.value() - mean) : time);
    return inState;
  }

  @Override
  public List<ForkJoinSlowdown> slowdowns() {
    return new Slowdowns(run, wallclocksUnlessSkipped()).all();
  }

  @Override
  public ForkJoinSlowdown slowdown(Region section, double one) {
    return new Slowdowns(run, wallclocksUnlessSkipped()).of(section, one);
  }

  @Override
  public List<ActivityTypeSummary> types() {
    return TypeSummaries.of(times, states);
  }

  @Override
  public String toString() {
    return "RunMetrics[" + attempts() + " attempts, success rate " + successRate() + "]";
  }
}
