package io.flowgauge.clock;

import static java.lang.invoke.MethodType.methodType;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The processor's time stamp counter, which takes less than half as long to read as the system
 * clock, and the length of its ticks. It is trusted only if the kernel itself uses it as its clock
 * source, because then it ticks at a constant rate and in step on all processors. Thread-safe.
 *
 * <p>It is a record for speed: the just-in-time compiler treats the components of a constant record
 * as constants, so keep it in a static final field.
 *
 * @param reader reads the counter or, if that is unavailable, the system clock
 * @param length measures how long a tick takes
 * @param unavailable why the counter cannot be used; empty if it can
 */
public record TickCounter(MethodHandle reader, TickLength length, Optional<String> unavailable) {
  /** Binary digits of {@link #scale} after the point. */
  static final int POINT = 32;

  private static final Path CLOCK =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  /**
   * Returns the counter, which is read by generated machine code.
   *
   * @param caller lookup of a class that has native access
   * @return the counter, or the system clock and the reason
   */
  public static TickCounter of(MethodHandles.Lookup caller) {
    Optional<String> unsuitable = unsuitable(caller);
    if (unsuitable.isPresent()) {
      return fallback(unsuitable.get());
    }
    try {
      TickCounter counter =
          new TickCounter(CounterCode.reader(caller), new TickLength(), Optional.empty());
      counter.scale();
      return counter;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return fallback("the time stamp counter cannot be read: " + e);
    }
  }

  private static TickCounter fallback(String reason) {
    return new TickCounter(systemClock(), new TickLength(), Optional.of(reason));
  }

  private static Optional<String> unsuitable(MethodHandles.Lookup caller) {
    if (!System.getProperty("os.arch").equals("amd64")) {
      return Optional.of("only x86-64 processors have a time stamp counter that can be read");
    }
    try {
      String clock = Files.readString(CLOCK).strip();
      return clock.equals("tsc")
          ? CounterCode.unsupported(caller)
          : Optional.of(
              "the kernel itself does not use the time stamp counter as its clock, but " + clock);
    } catch (IOException e) {
      return Optional.of("it cannot be found out which clock the kernel uses: " + e);
    }
  }

  private static MethodHandle systemClock() {
    try {
      return MethodHandles.publicLookup()
          .findStatic(System.class, "nanoTime", methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // Every Java version has that method.
    }
  }

  /**
   * Reads the counter.
   *
   * @return ticks
   */
  public long read() {
    try {
      return (long) reader.invokeExact();
    } catch (Throwable e) {
      // The code throws nothing, but the stack may have no room for the call.
      throw e instanceof Error error ? error : new InternalError(e);
    }
  }

  /**
   * Measures now how long a tick takes, over the time since the last measurement or since the
   * counter was created. Over 20 ms, the result is exact to a few millionths. Without this call,
   * the length is known only after a second.
   */
  public void measure() {
    length.measure(this);
  }

  /**
   * Returns how long a tick takes, measured over the last second or more.
   *
   * @return nanoseconds times 2^32; 0 while unknown
   */
  public long scale() {
    return length.scale(this);
  }
}
