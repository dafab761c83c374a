package io.flowgauge.traces.pegasus;

import io.flowgauge.trace.Times;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Kickstart's records of the programs that a job instance ran; the pre and post scripts, which run
 * next to the workflow engine, are not among them. Not thread-safe.
 */
final class Invocations {
  /** Starts are in whole seconds, so that a span between them may be wrong by one. */
  private static final long RESOLUTION = Times.NANOS_PER_SECOND;

  private final Set<Long> numbers = new HashSet<>(2);
  private long nanos;
  private long cpuNanos;
  private boolean hasCpu;
  private boolean hasUnreadable;
  private OptionalLong firstStart = OptionalLong.empty();
  private OptionalLong lastEnd = OptionalLong.empty();

  /** Whether an invocation occurs for the first time. */
  boolean isNew(long number) {
    return numbers.add(number);
  }

  /** Adds an invocation; a duration that is not there or absurd spoils T for good. */
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

  /** Empty beyond what nanoseconds can hold: 292 years. */
  private static OptionalLong sum(long a, long b) {
    long sum = a + b;
    boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
    return overflow ? OptionalLong.empty() : OptionalLong.of(sum);
  }

  int count() {
    return numbers.size();
  }

  /** Without kickstart the monitor writes an invocation too, from the job's events alone. */
  boolean isMeasured(boolean knowsHost) {
    return count() > 0 && (hasCpu || knowsHost);
  }

  /** T: the sum of their durations, or their span if they ran side by side. */
  OptionalLong nanos() {
    if (hasUnreadable) {
      return OptionalLong.empty();
    }
    return isParallel() ? span() : OptionalLong.of(nanos);
  }

  /** Whether they took longer together than from the start of the first to the end of the last. */
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

  /** End of the last one by the clock of its host. */
  OptionalLong lastEnd() {
    return lastEnd;
  }
}
