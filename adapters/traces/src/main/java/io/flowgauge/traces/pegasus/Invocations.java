package io.flowgauge.traces.pegasus;

import io.flowgauge.trace.Times;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Kickstart's records of the programs that a job instance ran; excludes pre and post scripts, which
 * run on the host of the workflow engine. Not thread-safe.
 */
final class Invocations {
  /** Starts are in whole seconds, so an interval between them may be wrong by one. */
  private static final long RESOLUTION = Times.NANOS_PER_SECOND;

  private final Set<Long> numbers = new HashSet<>(2);
  private long nanos;
  private long cpuNanos;
  private boolean hasCpu;
  private boolean hasUnreadable;
  private OptionalLong firstStart = OptionalLong.empty();
  private OptionalLong lastEnd = OptionalLong.empty();

  /** Whether an invocation occurs for the first time; notes it. */
  boolean isNew(long number) {
    return numbers.add(number);
  }

  /** Adds an invocation; if its duration is missing or negative, T remains unknown. */
  void add(OptionalLong start, OptionalLong duration, OptionalLong cpu) {
    cpu.ifPresent(this::addCpu);
    if (duration.isEmpty() || duration.getAsLong() < 0) {
      hasUnreadable = true;
      return;
    }
    long length = duration.getAsLong();
    OptionalLong sum = sum(nanos, length);
    hasUnreadable |= sum.isEmpty();
    nanos = sum.orElse(nanos);
    if (start.isPresent()) {
      long begin = start.getAsLong();
      firstStart = OptionalLong.of(Math.min(begin, firstStart.orElse(begin)));
      sum(begin, length).ifPresent(this::endAt);
    }
  }

  private void addCpu(long nanos) {
    hasCpu = true;
    cpuNanos = sum(cpuNanos, nanos).orElse(cpuNanos);
  }

  private void endAt(long end) {
    lastEnd = OptionalLong.of(Math.max(end, lastEnd.orElse(end)));
  }

  /** Returns the sum; empty beyond 292 years, which nanoseconds cannot hold. */
  private static OptionalLong sum(long a, long b) {
    long sum = a + b;
    boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
    return overflow ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  int count() {
    return numbers.size();
  }

  /**
   * Whether kickstart measured them: without it, the monitor also writes an invocation, derived
   * from the job's events.
   */
  boolean isMeasured(boolean knowsHost) {
    return count() > 0 && (hasCpu || knowsHost);
  }

  /**
   * Returns T: the sum of their durations or, if they ran in parallel, the time from the first
   * start to the last end.
   */
  OptionalLong nanos() {
    if (hasUnreadable) {
      return OptionalLong.empty();
    }
    return isParallel() ? span() : OptionalLong.of(nanos);
  }

  /** Whether the sum of their durations exceeds the time from the first start to the last end. */
  boolean isParallel() {
    OptionalLong span = span();
    return span.isPresent() && nanos - RESOLUTION > span.getAsLong();
  }

  private OptionalLong span() {
    return firstStart.isEmpty() || lastEnd.isEmpty() || firstStart.getAsLong() == Long.MIN_VALUE
        ? OptionalLong.empty()
        : sum(lastEnd.getAsLong(), -firstStart.getAsLong());
  }

  OptionalLong cpuNanos() {
    return hasCpu ? OptionalLong.of(cpuNanos) : OptionalLong.empty();
  }

  /** Returns the end of the last one by the clock of its host. */
  OptionalLong lastEnd() {
    return lastEnd;
  }
}
