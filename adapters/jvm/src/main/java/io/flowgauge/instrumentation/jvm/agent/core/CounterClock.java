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
 * The processor's time stamp counter, for calls to be timed by. Used where reading it takes less
 * time than reading the system's clock, as it does in code of the optimizing compiler: in a virtual
 * machine without that one it takes thirty times as long. Thread-safe.
 */
final class CounterClock implements CallClock {
  private static final int READINGS = 500;

  /** Time after which the length of a tick is known to a few millionths. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Longest wait for the compiler, which needs 10 to 20 ms, and more where processors are busy. */
  private static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static MethodHandles.Lookup caller;

  /** A separate class, which makes it a constant although there is no caller at first. */
  private static final class Constant {
    static final TickCounter COUNTER = TickCounter.of(caller);
  }

  private final TickTime time = new TickTime(Constant.COUNTER);

  private CounterClock() {}

  /**
   * Makes sensors use the counter, if it is faster. Must come before the first call of a sensor.
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
      return Optional.of("the agent gets no native access: " + e);
    }
    if (!isFasterThanClock()) {
      return Optional.of("reading the counter takes longer than reading the clock here");
    }
    Constant.COUNTER.measure();
    Sensors.callClock(new CounterClock());
    return Optional.empty();
  }

  /**
   * The access of the JDK's core. The agent's own would have to be granted to all of the program
   * that is no module, with a warning in its output. The lookup object that may do anything would
   * act as no class in particular, and be taken for a part of the program, too.
   */
  private static MethodHandles.Lookup withNativeAccess(Opening opening)
      throws ReflectiveOperationException, ChangeRefused {
    Field any = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
    opening.open(MethodHandles.Lookup.class, any);
    return ((MethodHandles.Lookup) any.get(null)).in(Object.class);
  }

  /** Reads both until the compiler has optimized the code. */
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
      return System.nanoTime(); // It is compared with the counter another time.
    }
  }

  @Override
  public long duration(long difference) {
    return time.duration(difference);
  }
}
