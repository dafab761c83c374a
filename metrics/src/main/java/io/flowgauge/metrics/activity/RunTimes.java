package io.flowgauge.metrics.activity;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import io.flowgauge.model.core.Holds;
import io.flowgauge.model.core.IntervalSet;
import io.flowgauge.model.core.PagedColumn;
import io.flowgauge.model.graph.Dag;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Quantities shared by the analyses of a run: ideal times, times when processors had no free slot,
 * and services.
 *
 * <p>Activities of unknown processor share one pool, numbered after the known processors, with as
 * many slots as were ever held at once. Not thread-safe.
 */
public final class RunTimes {
  private final ColumnarRun run;
  private final PagedColumn wallclocks;
  private final IdealTimes ideals;
  private final Holds holds;
  private final ServiceTimes services;
  private final int[] slots;
  private final double[] speeds;
  private final IntervalSet[] saturated;

  private final boolean hasHistory;

  /**
   * Longest paths by irregular region; entries may be from an earlier run until they are requested.
   */
  private final Map<Integer, MemberPaths> paths;

  /** Slots of an earlier run until they are requested; null if there are none. */
  private Slots chosenSlots;

  /**
   * Times without a free slot if a processor had more slots, by processor and number of additional
   * slots. Needed only if an activity seems to wait while it runs.
   */
  private final Map<Long, IntervalSet> saturatedByMore = new HashMap<>();

  /**
   * Prepares a run.
   *
   * @param history other runs with activities of the same ids
   */
  public RunTimes(ColumnarRun run, List<ColumnarRun> history) {
    this(run, history, null);
  }

  /**
   * Prepares a run. Reuses the results for an earlier run of the same recorder, because from one
   * run to the next nothing changes for most activities, and keeps its own for later runs while
   * there is memory. Another thread may be using the earlier object meanwhile; that only adds to
   * the results that are reused.
   */
  public static RunTimes of(ColumnarRun run) {
    RunTimes kept = run.changes().kept(RunTimes.class);
    boolean isReusable =
        kept != null
            && run.changes().follow(kept.run.changes())
            && run.processors().equals(kept.run.processors());
    RunTimes times = new RunTimes(run, List.of(), isReusable ? kept : null);
    run.changes().keep(times);
    return times;
  }

  private RunTimes(ColumnarRun run, List<ColumnarRun> history, RunTimes before) {
    this.run = run;
    this.hasHistory = !history.isEmpty();
    int processors = run.processors().size();
    wallclocks = before == null ? new PagedColumn(Columns.ABSENT) : before.wallclocks.copy();
    ideals = new IdealTimes(run, before == null ? null : before.ideals);
    paths = before == null ? new ConcurrentHashMap<>() : new ConcurrentHashMap<>(before.paths);
    chosenSlots = before == null ? null : before.chosenSlots;
    BitSet changed =
        before == null
            ? Columns.all(run.workflow().activityCount())
            : run.changes().since(before.run.changes());
    ActivityTimes activity = new ActivityTimes(run);
    for (int a = changed.nextSetBit(0); a >= 0; a = changed.nextSetBit(a + 1)) {
      activity.load(a);
      wallclocks.set(a, activity.wallclock());
      ideals.find(a, activity.undisturbed(), history);
    }
    holds = run.holds();
    services = new ServiceTimes(run);
    slots = new int[processors + 1];
    speeds = new double[processors + 1];
    for (int p = 0; p < processors; p++) {
      slots[p] = run.processors().get(p).slots();
      speeds[p] = run.processors().get(p).speed();
    }
    slots[processors] = holds.peak(processors);
    speeds[processors] = ideals.fastest(); // The speed that ideal times assume.
    saturated = new IntervalSet[processors + 1];
  }

  public ColumnarRun run() {
    return run;
  }

  /**
   * T(a): see {@link ActivityTimes#wallclock()}.
   *
   * @return nanoseconds, or {@link Columns#ABSENT}
   */
  public long wallclock(int activity) {
    return wallclocks.get(activity);
  }

  /** Returns T of all activities: see {@link #wallclock}. */
  public long[] wallclocks() {
    return wallclocks.toArray(run.workflow().activityCount());
  }

  /**
   * What results about activities depend on besides the activities.
   *
   * @return empty if they depend on more: exposed services depend on the whole run, and ideal times
   *     may come from other runs
   */
  public Optional<Surroundings> surroundings() {
    return hasHistory || services.classes() != 0
        ? Optional.empty()
        : Optional.of(
            new Surroundings(run.changes(), run.processors(), slots[slots.length - 1], holds));
  }

  /** Ideal times of the run's activities. */
  public IdealTimes ideals() {
    return ideals;
  }

  /** When the run's middleware services worked. */
  public ServiceTimes services() {
    return services;
  }

  /** When the run's slots were held. */
  public Holds holds() {
    return holds;
  }

  /**
   * Number of processors, including the pool of unknown ones: one more than the run has processors.
   */
  public int processorCount() {
    return slots.length;
  }

  /** Position of an activity's processor, or of the pool if it is not known. */
  public int processor(int activity) {
    return processorOrPool(run.processor(activity));
  }

  private int processorOrPool(int processor) {
    return processor < 0 ? slots.length - 1 : processor;
  }

  /**
   * Finds the longest paths through an irregular region.
   *
   * @param ofMembers never to be changed any more
   */
  public MemberPaths paths(int region, MemberTimes ofMembers) {
    Dag quotient = run.workflow().regionTree().quotient(region);
    return paths.compute(region, (r, last) -> MemberPaths.of(quotient, ofMembers, last));
  }

  /** The slots on which the run's activities ran. */
  public Slots chosenSlots() {
    if (chosenSlots == null || !chosenSlots.areOf(run)) {
      chosenSlots = new Slots(this, chosenSlots);
    }
    return chosenSlots;
  }

  /** Number of slots of a processor: 0 for a pool that was never held. */
  public int slots(int processor) {
    return slots[processor];
  }

  /** Relative speed of a processor: above 0. */
  public double speed(int processor) {
    return speeds[processor];
  }

  /**
   * Time in a window during which an activity's processor had no free slot because of the run's
   * other activities (definitions, "Exposed wait").
   *
   * @param from begin of the window, in nanoseconds
   * @return nanoseconds
   */
  public long saturated(int activity, long from, long to) {
    int processor = processor(activity);
    if (to <= from || slots[processor] == 0) {
      return 0;
    }
    int first = run.firstAttempt(activity);
    int end = run.endAttempt(activity);
    for (int at = first; at < end; at++) {
      if (holdsWithin(at, from, to)) {
        return saturatedByOthers(activity, processor, from, to);
      }
    }
    return saturated(processor).overlap(from, to);
  }

  /**
   * Time in a window during which the processor of one attempt had no free slot because of the
   * run's other activities. An earlier attempt may have waited for a different processor than the
   * last one.
   *
   * @param attempt index of the attempt; before the last one, no attempt of the activity holds a
   *     slot in the window
   * @param from begin of the window, in nanoseconds
   * @return nanoseconds
   */
  public long saturated(int activity, int attempt, long from, long to) {
    if (attempt == run.endAttempt(activity) - 1) {
      return saturated(activity, from, to);
    }
    int own = run.processorOf(attempt);
    int processor = own < 0 ? processor(activity) : own;
    return to <= from || slots[processor] == 0 ? 0 : saturated(processor).overlap(from, to);
  }

  private boolean holdsWithin(int attempt, long from, long to) {
    return known(run.active(attempt)) && run.active(attempt) < to && heldUntil(attempt) > from;
  }

  private long heldUntil(int attempt) {
    return known(run.ended(attempt)) ? run.ended(attempt) : run.span().until();
  }

  private IntervalSet saturated(int processor) {
    if (saturated[processor] == null) {
      saturated[processor] = holds.saturated(processor, slots[processor]);
    }
    return saturated[processor];
  }

  /**
   * Computes the time without a free slot for an activity that seems to wait while one of its own
   * attempts holds a slot, because clocks disagree.
   */
  private long saturatedByOthers(int activity, int processor, long from, long to) {
    long total = 0;
    long cursor = from;
    while (cursor < to) {
      long next = to;
      int own = 0;
      for (int at = run.firstAttempt(activity); at < run.endAttempt(activity); at++) {
        if (known(run.active(at)) && isOnProcessor(at, processor) && heldUntil(at) > cursor) {
          boolean held = run.active(at) <= cursor;
          own += held ? 1 : 0;
          next = Math.min(next, held ? heldUntil(at) : run.active(at));
        }
      }
      total += saturated(processor, own).overlap(cursor, next);
      cursor = next;
    }
    return total;
  }

  private boolean isOnProcessor(int attempt, int processor) {
    return processorOrPool(run.processorOf(attempt)) == processor;
  }

  private IntervalSet saturated(int processor, int more) {
    return more == 0
        ? saturated(processor)
        : saturatedByMore.computeIfAbsent(
            (long) processor << 32 | more,
            key -> holds.saturated(processor, slots[processor] + more));
  }
}
