package io.flowgauge.clock;

import static java.lang.invoke.MethodType.methodType;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.KernelClock;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times by the processor's counter, if usable, and by simulated counters. */
@Timeout(120)
class TickCounterTest {
  /** Largest difference between the clock and a time by the counter at the same moment. */
  private static final long ERROR_NANOS = 1_000;

  /** Limit while clocks may be adjusted. */
  private static final long MOST_NANOS = 500_000;

  private static final double MOST_OFTEN = 0.99;
  private static final int THREADS = 4;
  private static final long COMPARED_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final double FRACTION = 1L << TickCounter.POINT;

  /** Relative error of the length of a tick after {@link #MEASURED}, on a busy machine. */
  private static final double LENGTH_ERROR = 1e-3;

  private static final long MEASURED = TimeUnit.MILLISECONDS.toNanos(50);

  /** Returns the processor's counter, measured as for sensors; skips the test if it is unusable. */
  private static TickCounter real() {
    TickCounter counter = TickCounter.of(MethodHandles.lookup());
    assumeTrue(counter.unavailable().isEmpty(), () -> counter.unavailable().orElseThrow());
    return measured(counter);
  }

  private static TickCounter measured(TickCounter counter) {
    counter.scale();
    LockSupport.parkNanos(MEASURED);
    counter.measure();
    return counter;
  }

  /** A simulated counter with a given number of ticks per nanosecond. */
  private static final class Ticks implements LongSupplier {
    private final double perNano;
    private long offset;

    Ticks(double perNano) {
      this.perNano = perNano;
    }

    @Override
    public long getAsLong() {
      return (long) (System.nanoTime() * perNano) + offset;
    }

    TickCounter counter() throws ReflectiveOperationException {
      MethodHandle now = MethodHandles.lookup().bind(this, "getAsLong", methodType(long.class));
      return new TickCounter(now, new TickLength(), Optional.empty());
    }
  }

  @Test
  void of_here_saysWhyIfThereIsNone() throws Exception {
    Optional<String> why = TickCounter.of(MethodHandles.lookup()).unavailable();
    if (!KernelClock.isCounter()) {
      assertThat(why.orElseThrow()).contains("kernel");
    } else if (Runtime.version().feature() < 22) {
      assertThat(why.orElseThrow()).contains("Java 22");
    } else {
      assertThat(why).isEmpty();
    }
  }

  @Test
  void read_withoutCounter_isTheClock() throws Exception {
    // The lookup may not create code, either on Java 17 or for lack of native access.
    TickCounter counter = TickCounter.of(MethodHandles.publicLookup().in(Test.class));
    assumeTrue(counter.unavailable().isPresent());
    long before = System.nanoTime();
    assertThat(counter.read()).isBetween(before, System.nanoTime());
  }

  /** Compares times by the counter with clock readings before and after each. */
  private static final class Comparison extends Thread {
    private final TickCounter counter;
    private final TickTime time;
    private long times;
    private long close;
    private long most;

    Comparison(TickCounter counter, TickTime time) {
      this.counter = counter;
      this.time = time;
    }

    @Override
    public void run() {
      long before = System.nanoTime();
      long end = before + COMPARED_NANOS;
      while (before < end) {
        before = System.nanoTime();
        long nanos = time.nanos(counter.read());
        long after = System.nanoTime();
        long error = Math.max(before - nanos, nanos - after);
        times++;
        close += error < ERROR_NANOS ? 1 : 0;
        most = Math.max(most, error);
        LockSupport.parkNanos(20_000);
      }
    }
  }

  private static void compare(TickCounter counter, boolean shared) throws InterruptedException {
    TickTime time = new TickTime(counter);
    List<Comparison> threads = new ArrayList<>();
    for (int k = 0; k < THREADS; k++) {
      threads.add(new Comparison(counter, shared ? time : new TickTime(counter)));
    }
    threads.forEach(Thread::start);
    for (Comparison thread : threads) {
      thread.join();
      System.out.printf(
          "%d times, %.2f %% within 1 us of the clock, %.1f us off at most%n",
          thread.times, 100.0 * thread.close / thread.times, thread.most / 1e3);
      assertThat(thread.times).isGreaterThan(1000);
      assertThat((double) thread.close / thread.times).isGreaterThan(MOST_OFTEN);
      assertThat(thread.most).isLessThan(MOST_NANOS);
    }
    assertThat(counter.scale()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void times_inSeveralThreads_areThoseOfTheClock(boolean shared) throws Exception {
    compare(real(), shared);
  }

  @Test
  void times_counterOfOtherSpeed_areThoseOfTheClock() throws Exception {
    compare(new Ticks(0.7).counter(), true);
  }

  @Test
  void durations_areThoseOfTheClock() {
    TickCounter counter = real();
    TickTime time = new TickTime(counter);
    for (long nanos = 1_000; nanos < TimeUnit.SECONDS.toNanos(2); nanos *= 4) {
      long outer = System.nanoTime();
      long begin = counter.read();
      long inner = System.nanoTime();
      while (System.nanoTime() - inner < nanos) {
        Thread.onSpinWait();
      }
      long least = System.nanoTime() - inner;
      long took = time.duration(counter.read() - begin);
      long most = System.nanoTime() - outer;
      long error = (long) (most * LENGTH_ERROR) + 1;
      assertThat(took).isBetween(least - error, most + error);
    }
  }

  /** Counters from 200 MHz to 6 GHz, with values of any size. */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.7, 1, 2.5, 6})
  void durations_ofAnyLength_areTicksTimesLength(double perNano) throws Exception {
    TickCounter counter = measured(new Ticks(perNano).counter());
    TickTime time = new TickTime(counter);
    BigInteger scale = BigInteger.valueOf(counter.scale());
    assertThat(scale.doubleValue() / FRACTION).isBetween(0.99 / perNano, 1.01 / perNano);
    Random random = new Random(3);
    for (int k = 0; k < 100_000; k++) {
      long ticks = random.nextLong() >>> (8 + random.nextInt(56));
      long exact =
          scale.multiply(BigInteger.valueOf(ticks)).shiftRight(TickCounter.POINT).longValue();
      assertThat(time.duration(ticks)).as("%d ticks", ticks).isBetween(exact - 1, exact);
      assertThat(time.duration(-1 - ticks)).isZero();
    }
  }

  @Test
  void times_counterJumps_areStillThoseOfTheClock() throws Exception {
    Ticks ticks = new Ticks(2.5);
    TickCounter counter = measured(ticks.counter());
    TickTime time = new TickTime(counter);
    for (long jump : new long[] {1L << 40, -(1L << 41)}) {
      ticks.offset += jump;
      long end = System.nanoTime() + COMPARED_NANOS;
      while (System.nanoTime() < end) {
        long before = System.nanoTime();
        long nanos = time.nanos(counter.read());
        assertThat(nanos).isBetween(before - MOST_NANOS, System.nanoTime() + MOST_NANOS);
        assertThat(time.duration(2_500_000)).isBetween(999_000L, 1_001_000L);
        LockSupport.parkNanos(1_000_000);
      }
      assertThat(counter.scale() / FRACTION).as("length").isBetween(0.3996, 0.4004);
    }
  }
}
