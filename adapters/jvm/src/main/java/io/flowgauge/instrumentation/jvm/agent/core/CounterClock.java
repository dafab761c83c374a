package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.clock.TickCounter;
import io.flowgauge.clock.TickTime;
import io.flowgauge.instrumentation.jvm.sensor.CallClock;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The processor's time stamp counter as the clock that times calls. It is used if reading it takes
 * less time than reading the system's clock. That is so in code of the optimizing compiler; in a
 * virtual machine without this compiler, reading it takes thirty times as long. Thread-safe.
 */
final class CounterClock implements CallClock {
  private static final int READINGS = 500;

  /** Shortest measurement: after this time, the length of a tick is known to a few millionths. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Longest wait for the compiler, which needs 10 to 20 ms, and more if processors are busy. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static MethodHandles.Lookup caller;

  /**
   * A separate class, initialized once {@link #caller} is set, so that the counter is a constant to
   * the compiler.
   */
  private static final class Constant {
    static final TickCounter COUNTER = TickCounter.of(caller);
  }

  private final TickTime time = new TickTime(Constant.COUNTER);

  private CounterClock() {}

  /**
   * Makes sensors use the counter, if it is faster. Must be called before the first call of a
   * sensor.
   *
   * @return why they do not; empty if they do
   */
  static Optional<String> install(Opening opening) {
    try {
      caller = withNativeAccess(opening);
      Optional<String> unavailable = Constant.COUNTER.unavailable();
      if (unavailable.isPresent()) {
        return unavailable;
      }
    } catch (ReflectiveOperationException | ChangeRefused | RuntimeException | LinkageError e) {
      return Optional.of("the agent did not get native access: " + e);
    }
    if (!isFasterThanClock()) {
      return Optional.of("reading the counter takes longer than reading the clock here");
    }
    Constant.COUNTER.measure();
    Sensors.callClock(new CounterClock());
    return Optional.empty();
  }

  /**
   * Returns a lookup object with the access of the JDK's core. The agent's own native access would
   * have to be granted to all of the program's code that is in no module, with a warning in its
   * output. The lookup object that may do anything acts as no class in particular, and would also
   * be taken for a part of the program.
   */
  private static MethodHandles.Lookup withNativeAccess(Opening opening)
      throws ReflectiveOperationException, ChangeRefused {
    Field any = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    opening.open(MethodHandles.Lookup.class, any);
    return ((MethodHandles.Lookup) any.get(null)).in(Object.class);
  }

  /** Compares the times of reading both, until the compiler has optimized the code. */
  private static boolean isFasterThanClock() {
    long counter = Long.MAX_VALUE;
    long clock = Long.MAX_VALUE;
    long begin = System.nanoTime();
    long now = begin;
    while (now - begin < LEAST_NANOS || (counter >= clock && now - begin < MOST_NANOS)) {
      readCounter();
      long between = System.nanoTime();
      readClock();
      counter = Math.min(counter, between - now);
      now = System.nanoTime();
      clock = Math.min(clock, now - between);
    }
    return counter < clock;
  }

  private static void readCounter() {
    for (int k = 0; k < READINGS; k++) {
      Constant.COUNTER.read();
    }
  }

  private static void readClock() {
    for (int k = 0; k < READINGS; k++) {
      System.nanoTime();
    }
  }

  @Override
  public long read() {
    return Constant.COUNTER.read();
  }

  @Override
  public long nanos(long reading) {
    try {
      return time.nanos(reading);
    } catch (OutOfMemoryError e) {
      return System.nanoTime(); // The counter is compared with this clock another time.
    }
  }

  @Override
  public long duration(long difference) {
    return time.duration(difference);
  }
}
