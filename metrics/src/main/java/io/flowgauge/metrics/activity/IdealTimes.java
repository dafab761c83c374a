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
 * Ideal times of a run's activities ([Nerieri] §III-A, definitions, "Ideal time"). Immutable and
 * thread-safe.
 */
public final class IdealTimes {
  private static final List<IdealSource> SOURCES = List.of(IdealSource.values());

  private final long[] nanos;
  private final byte[] sources;

  private IdealTimes(int activityCount) {
    nanos = new long[activityCount];
    sources = new byte[activityCount];
  }

  /**
   * Finds the ideal times.
   *
   * @param undisturbed T of its activities without the waits measured, in nanoseconds
   * @param history other runs with activities of the same ids
   */
  static IdealTimes of(ColumnarRun run, long[] undisturbed, List<ColumnarRun> history) {
    IdealTimes ideal = new IdealTimes(run.workflow().activityCount());
    double fastest = run.processors().stream().mapToDouble(Processor::speed).max().orElse(1);
    for (int a = 0; a < ideal.nanos.length; a++) {
      ideal.find(a, run, undisturbed[a], fastest, history);
    }
    return ideal;
  }

  private void find(
      int activity, ColumnarRun run, long undisturbed, double fastest, List<ColumnarRun> history) {
    long given = run.ideal(activity);
    if (run.workflow().isTransfer(activity)) {
      set(activity, 0, IdealSource.TRANSFER);
    } else if (known(given)) {
      set(activity, given, IdealSource.GIVEN);
    } else if (!known(undisturbed)) {
      set(activity, ABSENT, IdealSource.NOT_MEASURED);
    } else {
      derive(activity, run, undisturbed, fastest, history);
    }
  }

  private void derive(
      int activity, ColumnarRun run, long undisturbed, double fastest, List<ColumnarRun> history) {
    long known = fastestKnown(run, activity, history);
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

  private static long fastestKnown(ColumnarRun run, int activity, List<ColumnarRun> history) {
    long fastest = Long.MAX_VALUE;
    for (ColumnarRun other : history) {
      int same = other.workflow().indexOf(run.workflow().activity(activity).id());
      long known = same < 0 ? ABSENT : new ActivityTimes(other).load(same).undisturbed();
      fastest = known(known) ? Math.min(fastest, known) : fastest;
    }
    return fastest;
  }

  @SuppressWarnings("EnumOrdinal") // Kept in memory only.
  private void set(int activity, long time, IdealSource source) {
    nanos[activity] = time;
    sources[activity] = (byte) source.ordinal();
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

  /** How many activities had their ideal time from which source: numbers by source. */
  public Map<IdealSource, Integer> counts() {
    Map<IdealSource, Integer> counts = new EnumMap<>(IdealSource.class);
    for (byte source : sources) {
      counts.merge(SOURCES.get(source), 1, Integer::sum);
    }
    return counts;
  }
}
