package io.flowgauge.metrics.activity;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.IdealSource;
import io.flowgauge.analysis.IdealTime;
import io.flowgauge.analysis.Measured;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.Columns;
import io.flowgauge.run.Processor;
import io.flowgauge.trace.Times;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Ideal times of a run's activities ([Nerieri] §III-A, definitions, "Ideal time"). Found by {@link
 * RunTimes}, then immutable and thread-safe.
 */
public final class IdealTimes {
  private static final List<IdealSource> SOURCES = List.of(IdealSource.values());

  private final ColumnarRun run;
  private final double fastest;
  private final long[] nanos;
  private final byte[] sources;

  /**
   * Prepares the search.
   *
   * @param before ideal times found earlier on the same processors, to start with, or null
   */
  IdealTimes(ColumnarRun run, IdealTimes before) {
    this.run = run;
    fastest = run.processors().stream().mapToDouble(Processor::speed).max().orElse(1);
    int count = run.workflow().activityCount();
    nanos = before == null ? new long[count] : before.nanos.clone();
    sources = before == null ? new byte[count] : before.sources.clone();
  }

  /**
   * Finds the ideal time of an activity.
   *
   * @param undisturbed T without measured waits, in nanoseconds, or absent
   * @param history other runs with activities of the same ids
   */
  void find(int activity, long undisturbed, List<ColumnarRun> history) {
    long given = run.ideal(activity);
    if (run.workflow().isTransfer(activity)) {
      set(activity, 0, IdealSource.TRANSFER);
    } else if (known(given)) {
      set(activity, given, IdealSource.GIVEN);
    } else if (!known(undisturbed)) {
      set(activity, ABSENT, IdealSource.NOT_MEASURED);
    } else {
      derive(activity, undisturbed, history);
    }
  }

  private void derive(int activity, long undisturbed, List<ColumnarRun> history) {
    long known = fastestKnown(activity, history);
    int processor = run.processor(activity);
    double speed = processor < 0 ? fastest : run.processors().get(processor).speed();
    if (known != Long.MAX_VALUE) {
      set(activity, Math.min(known, undisturbed), IdealSource.HISTORY);
    } else if (speed < fastest) {
      set(activity, Math.round(undisturbed * (speed / fastest)), IdealSource.SCALED_BY_SPEED);
    } else {
      set(activity, undisturbed, IdealSource.OWN_TIME);
    }
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

  @SuppressWarnings("EnumOrdinal") // Kept in memory only.
  private void set(int activity, long time, IdealSource source) {
    nanos[activity] = time;
    sources[activity] = (byte) source.ordinal();
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
    return nanos[activity];
  }

  /** Ideal time of an activity with its provenance. */
  public IdealTime of(int activity) {
    IdealSource source = SOURCES.get(sources[activity]);
    return new IdealTime(
        known(nanos[activity])
            ? Measured.of(Times.seconds(nanos[activity]))
            : Measured.absent("its wall-clock time is not known"),
        source);
  }

  /** Number of activities whose ideal time came from each source. */
  public Map<IdealSource, Integer> counts() {
    Map<IdealSource, Integer> counts = new EnumMap<>(IdealSource.class);
    for (byte source : sources) {
      counts.merge(SOURCES.get(source), 1, Integer::sum);
    }
    return counts;
  }
}
