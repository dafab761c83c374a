package io.flowgauge.log.write;

import static java.lang.invoke.MethodType.methodType;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The processor's time stamp counter, which is read in less than half the time of the system's
 * clock, and how long a tick of it takes. Trusted only where the kernel itself keeps time by it: it
 * then ticks evenly, and alike on all processors. Stateless but for the length of a tick.
 */
final class TickCounter {
  private static final Path CLOCK =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  private static final long CALIBRATION_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int TRIES = 8;

  /** Binary digits that two measurements have in common. */
  private static final int CREDIBLE = 10;

  private static final double FRACTION = 1L << 32;

  private static final Optional<String> UNAVAILABLE;

  /** Gives the counter; where that is not to be had, the system's clock. */
  private static final MethodHandle READ;

  static {
    MethodHandle read = null;
    Optional<String> unavailable = unsuitable();
    if (unavailable.isEmpty()) {
      try {
        read = CounterCode.reader();
      } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
        unavailable = Optional.of("the counter cannot be read: " + e);
      }
    }
    READ = read == null ? systemClock() : read;
    UNAVAILABLE = unavailable;
  }

  private static final AtomicBoolean CALIBRATING = new AtomicBoolean();

  /** When the measurement that goes on began. */
  private static volatile Moment began = Moment.now();

  /** Nanoseconds of a tick times 2^32; 0 as long as it was not measured. */
  private static volatile long scale;

  private TickCounter() {}

  /** A moment by both clocks. */
  record Moment(long ticks, long nanos) {
    /** Reads both several times, and takes the pair that was read fastest. */
    static Moment now() {
      Moment best = null;
      long shortest = Long.MAX_VALUE;
      for (int k = 0; k < TRIES; k++) {
        long before = read();
        long nanos = System.nanoTime();
        long took = read() - before;
        if (took >= 0 && took < shortest) {
          shortest = took;
          best = new Moment(before + took / 2, nanos);
        }
      }
      return best == null ? new Moment(read(), System.nanoTime()) : best;
    }
  }

  private static Optional<String> unsuitable() {
    if (!System.getProperty("os.arch").equals("amd64")) {
      return Optional.of("the counter is read on x86-64 only");
    }
    try {
      String clock = Files.readString(CLOCK).strip();
      return clock.equals("tsc")
          ? CounterCode.unsupported()
          : Optional.of("the kernel does not keep time by the counter, but by " + clock);
    } catch (IOException e) {
      return Optional.of("it is not known what the kernel keeps time by: " + e);
    }
  }

  private static MethodHandle systemClock() {
    try {
      return MethodHandles.lookup().findStatic(System.class, "nanoTime", methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Why the counter cannot be used; empty if it can. */
  static Optional<String> unavailable() {
    return UNAVAILABLE;
  }

  /** The counter now. */
  static long read() {
    try {
      return (long) READ.invokeExact();
    } catch (Throwable e) { // It throws nothing.
      throw new IllegalStateException(e);
    }
  }

  /** Nanoseconds of a tick times 2^32, measured over the last second or more; 0 before that. */
  static long scale() {
    if (System.nanoTime() - began.nanos() >= CALIBRATION_NANOS
        && CALIBRATING.compareAndSet(false, true)) {
      calibrate();
      CALIBRATING.set(false);
    }
    return scale;
  }

  private static void calibrate() {
    Moment now = Moment.now();
    long ticks = now.ticks() - began.ticks();
    long nanos = now.nanos() - began.nanos();
    long measured = ticks > 0 ? (long) ((double) nanos / ticks * FRACTION) : 0;
    boolean isCredible = scale == 0 || Math.abs(measured - scale) < scale >> CREDIBLE;
    scale = isCredible ? measured : 0; // As after a sleep of the machine, or on another one.
    began = now;
  }
}
