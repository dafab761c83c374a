package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claim: threads that stay lose few of their events as long as there are processors for them, and
 * short-lived threads lose none; what the background thread cannot write in time is counted.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar LogThreadsBenchmark -t 1
 * }</pre>
 *
 * <p>One operation starts threads, each of which logs its events and ends, and waits for them; the
 * secondary figures {@code written} and {@code dropped} are million events a second. They include
 * the events that {@link EventLog#flush} writes at the end of an iteration, after its time: see
 * {@code dropped} for whether the background thread kept up. {@link #withoutLog} starts the same
 * threads, which add up the values instead. Each iteration has its own log, with the usual
 * settings.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class LogThreadsBenchmark {
  private static final double MEGA = 1e6;

  /** Threads at a time. */
  @Param({"1", "2", "8"})
  public int threads;

  /** Events of each thread: few make it short-lived. */
  @Param({"100", "1000000"})
  public int events;

  private final AtomicLong sum = new AtomicLong();
  private Path file;
  private EventLog log;
  private FlowgaugeLog.Form form;

  /** Called by JMH. */
  public LogThreadsBenchmark() {}

  /** Counts events. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Counters {
    /** Million events that reached the file. */
    public double written;

    /** Million events that did not. */
    public double dropped;

    /** Called by JMH. */
    public Counters() {}

    @TearDown(Level.Iteration)
    public void count(LogThreadsBenchmark benchmark) throws InterruptedException {
      benchmark.log.flush();
      written = benchmark.log.counts().written() / MEGA;
      dropped = benchmark.log.counts().dropped() / MEGA;
    }
  }

  @Setup(Level.Iteration)
  public void open() throws IOException {
    file = Arrivals.file("threads");
    log = EventLog.open(file);
    form = log.declare(FlowgaugeLog.SCHEMA).as(MethodHandles.lookup(), FlowgaugeLog.Form.class);
  }

  @TearDown(Level.Iteration)
  public void delete() throws IOException {
    log.close();
    Files.delete(file);
  }

  @Benchmark
  public void flowgauge(Counters counters) throws InterruptedException {
    inThreads(this::logEvents);
  }

  @Benchmark
  public long withoutLog() throws InterruptedException {
    inThreads(this::addUp);
    return sum.get();
  }

  private void inThreads(Runnable work) throws InterruptedException {
    Thread[] all = new Thread[threads];
    for (int k = 0; k < threads; k++) {
      all[k] = new Thread(work, "logs");
      all[k].start();
    }
    for (Thread each : all) {
      each.join();
    }
  }

  private void logEvents() {
    for (int k = 0; k < events; k++) {
      form.log(k, k / 2f);
    }
  }

  private void addUp() {
    double values = 0;
    for (int k = 0; k < events; k++) {
      values += k + k / 2f;
    }
    sum.addAndGet((long) values);
  }
}
