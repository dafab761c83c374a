package io.flowgauge.metrics.activity;

import io.flowgauge.run.PhaseType;
import io.flowgauge.trace.Times;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/**
 * Times of phases whose position is unknown, by class. They are taken evenly from a stretch of
 * time: each part of the stretch contributes in proportion to its length. If they are longer than
 * the stretch, they are shortened in proportion. Immutable.
 */
final class Unplaced {
  static final Unplaced NONE = new Unplaced(new long[0]);

  /** Nanoseconds by class; empty if there are none. */
  private final long[] nanos;

  private Unplaced(long[] nanos) {
    this.nanos = nanos;
  }

  static Unplaced of(Map<PhaseType, Duration> times) {
    if (times.isEmpty()) {
      return NONE;
    }
    long[] nanos = new long[TimeClass.COUNT];
    times.forEach(
        (phase, time) -> {
          int timeClass = Phases.timeClass(phase);
          if (timeClass != TimeClass.COMPUTE) {
            nanos[timeClass] += Times.saturatedNanos(time);
          }
        });
    return Arrays.stream(nanos).allMatch(n -> n == 0) ? NONE : new Unplaced(nanos);
  }

  boolean isEmpty() {
    return nanos.length == 0;
  }

  /**
   * Returns how much time of each class fits a stretch: whole nanoseconds, in total at most its
   * length.
   */
  long[] within(long length) {
    double sum = 0;
    for (long n : nanos) {
      sum += n;
    }
    long[] fitted = new long[nanos.length];
    long left = Math.max(0, length);
    for (int c = 0; c < fitted.length; c++) {
      long wanted =
          sum <= nonNegative(length) ? nanos[c] : (long) (nanos[c] * (nonNegative(length) / sum));
      fitted[c] = Math.min(left, wanted);
      left -= fitted[c];
    }
    return fitted;
  }

  private static double nonNegative(long length) {
    return Math.max(0, length);
  }

  /**
   * Returns a sink that passes pieces on, after cutting these phases out of the pieces of one
   * class.
   *
   * @param from the class that is cut
   * @param length total length of the pieces of that class
   */
  PieceSink cut(PieceSink sink, int from, long length) {
    return isEmpty() || length <= 0 ? sink : new Cut(sink, from, length, within(length));
  }

  /** Cuts phases out of the end of each piece of a class. */
  private static final class Cut implements PieceSink {
    private final PieceSink sink;
    private final int cutClass;
    private final long length;
    private final long[] wanted;
    private final long[] given;
    private long passed;

    Cut(PieceSink sink, int cutClass, long length, long[] wanted) {
      this.sink = sink;
      this.cutClass = cutClass;
      this.length = length;
      this.wanted = wanted;
      this.given = new long[wanted.length];
    }

    @Override
    public void piece(long from, long to, int timeClass) {
      if (timeClass != cutClass) {
        sink.piece(from, to, timeClass);
        return;
      }
      passed += to - from;
      long[] parts = new long[wanted.length];
      long left = to - from;
      for (int c = 0; c < parts.length; c++) {
        parts[c] = Math.min(left, due(c) - given[c]);
        given[c] += parts[c];
        left -= parts[c];
      }
      long cursor = emit(from, left, cutClass);
      for (int c = 0; c < parts.length; c++) {
        cursor = emit(cursor, parts[c], c);
      }
    }

    /**
     * Returns how much of a class must be cut by now: in proportion to the length passed, and at
     * the end all of it, to the nanosecond.
     */
    private long due(int timeClass) {
      return passed >= length
          ? wanted[timeClass]
          : (long) (wanted[timeClass] * (passed / (double) length));
    }

    private long emit(long from, long nanos, int timeClass) {
      if (nanos > 0) {
        sink.piece(from, from + nanos, timeClass);
      }
      return from + nanos;
    }
  }
}
