package io.flowgauge.clock;

import static java.lang.invoke.MethodType.methodType;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The processor's time stamp counter, which is read in less than half the time of the system's
 * clock, and how long a tick of it takes. Trusted only where the kernel itself keeps time by it: it
 * then ticks evenly, and alike on all processors. Thread-safe.
 *
 * <p>A record for the sake of speed: the just-in-time compiler treats the components of a constant
 * record as constants, so whoever reads keeps it in a static final field.
 *
 * @param reader gives the counter; where that is not to be had, the system's clock
 * @param length how long a tick takes
 * @param unavailable why the counter cannot be used; empty if it can
 */
public record TickCounter(MethodHandle reader, TickLength length, Optional<String> unavailable) {
  /** Binary digits of {@link #scale} after the point. */
  static final int POINT = 32;

  private static final Path CLOCK =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  /**
   * The counter, as read by code that is made for the purpose.
   *
   * @param caller has native access, by its module or otherwise
   * @return the counter, or the system's clock and why
   */
  public static TickCounter of(MethodHandles.Lookup caller) {
    Optional<String> unsuitable = unsuitable(caller);
    if (unsuitable.isPresent()) {
      return without(unsuitable.get());
    }
    try {
      TickCounter counter =
          new TickCounter(CounterCode.reader(caller), new TickLength(), Optional.empty());
      counter.scale();
      return counter;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return without("the counter cannot be read: " + e);
    }
  }

  private static TickCounter without(String reason) {
    return new TickCounter(systemClock(), new TickLength(), Optional.of(reason));
  }

  private static Optional<String> unsuitable(MethodHandles.Lookup caller) {
    if (!System.getProperty("os.arch").equals("amd64")) {
      return Optional.of("the counter is read on x86-64 only");
    }
    try {
      String clock = Files.readString(CLOCK).strip();
      return clock.equals("tsc")
          ? CounterCode.unsupported(caller)
          : Optional.of("the kernel does not keep time by the counter, but by " + clock);
    } catch (IOException e) {
      return Optional.of("it is not known what the kernel keeps time by: " + e);
    }
  }

  private static MethodHandle systemClock() {
    try {
      return MethodHandles.publicLookup()
          .findStatic(System.class, "nanoTime", methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // Each Java has that clock.
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
   * Measures at once how long a tick takes, since the last time or since the counter was made: over
   * 20 ms that is exact to some millionths. Without this call it is known after a second.
   */
  public void measure() {
    length.measure(this);
  }

  /**
   * How long a tick takes, measured over the last second or more.
   *
   * @return nanoseconds times 2^32; 0 as long as that is not known
   */
  public long scale() {
    return length.scale(this);
  }
}
