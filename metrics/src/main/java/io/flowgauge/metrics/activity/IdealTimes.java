package io.flowgauge.metrics.activity;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.IdealSource;
import io.flowgauge.analysis.IdealTime;
import io.flowgauge.analysis.Measured;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import io.flowgauge.model.core.PagedColumn;
import io.flowgauge.run.Processor;
import io.flowgauge.trace.Times;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Ideal times of a run's activities ([Nerieri] §III-A, definitions, "Ideal time"). Found by {@link
 * RunTimes}, then immutable and thread-safe.
 */
public final class IdealTimes {
  private final ColumnarRun run;
  private final double fastest;
  private final PagedColumn nanos;

  /** Activities that were faster in another run, or as fast. */
  private final BitSet fromHistory = new BitSet();

  /**
   * Prepares the search.
   *
   * @param before ideal times found earlier on the same processors, to start with, or null
   */
  IdealTimes(ColumnarRun run, IdealTimes before) {
    this.run = run;
    fastest = run.processors().stream().mapToDouble(Processor::speed).max().orElse(1);
    nanos = before == null ? new PagedColumn(ABSENT) : before.nanos.copy();
  }

  /**
   * Finds the ideal time of an activity.
   *
   * @param undisturbed T without measured waits, in nanoseconds, or absent
   * @param history other runs with activities of the same ids
   */
  void find(int activity, long undisturbed, List<ColumnarRun> history) {
    long known = known(undisturbed) ? fastestKnown(activity, history) : Long.MAX_VALUE;
    fromHistory.set(activity, known != Long.MAX_VALUE);
    nanos.set(
        activity,
        switch (source(activity, known(undisturbed))) {
          case TRANSFER -> 0;
          case GIVEN -> run.ideal(activity);
          case NOT_MEASURED -> ABSENT;
          case HISTORY -> Math.min(known, undisturbed);
          case SCALED_BY_SPEED -> Math.round(undisturbed * (speed(activity) / fastest));
          case OWN_TIME -> undisturbed;
        });
  }

  private IdealSource source(int activity, boolean isMeasured) {
    if (run.workflow().isTransfer(activity)) {
      return IdealSource.TRANSFER;
    }
    if (known(run.ideal(activity))) {
      return IdealSource.GIVEN;
    }
    if (!isMeasured) {
      return IdealSource.NOT_MEASURED;
    }
    if (fromHistory.get(activity)) {
      return IdealSource.HISTORY;
    }
    return speed(activity) < fastest ? IdealSource.SCALED_BY_SPEED : IdealSource.OWN_TIME;
  }

  private double speed(int activity) {
    int processor = run.processor(activity);
    return processor < 0 ? fastest : run.processors().get(processor).speed();
  }

  private long fastestKnown(int activity, List<ColumnarRun> history) {
    long fastest = Long.MAX_VALUE;
    for (ColumnarRun other : history) {
      int same = other.workflow().indexOf(run.workflow().activity(activity).id());
      long known = same < 0 ? ABSENT : fastest(new ActivityTimes(other).load(same));
      fastest = known(known) ? Math.min(fastest, known) : fastest;
    }
    return fastest;
  }

  /**
   * Returns the time of an activity in another run; absent if it was under way when that run was
   * cut off, because its length is then unknown.
   */
  private static long fastest(ActivityTimes other) {
    return other.isOpen() ? ABSENT : other.undisturbed();
  }

  /**
   * Speed of the fastest processor; activities of unknown processor are taken to have run at this
   * speed.
   */
  double fastest() {
    return fastest;
  }

  /** Ideal time of an activity: nanoseconds, or {@link Columns#ABSENT}. */
  public long nanos(int activity) {
    return nanos.get(activity);
  }

  /** Ideal time of an activity with its provenance. */
  public IdealTime of(int activity) {
    long ideal = nanos(activity);
    return new IdealTime(
        known(ideal)
            ? Measured.of(Times.seconds(ideal))
            : Measured.absent("its wall-clock time is not known"),
        source(activity, known(ideal)));
  }

  /** Number of activities whose ideal time came from each source. */
  public Map<IdealSource, Integer> counts() {
    Map<IdealSource, Integer> counts = new EnumMap<>(IdealSource.class);
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      counts.merge(source(a, known(nanos(a))), 1, Integer::sum);
    }
    return counts;
  }
}
