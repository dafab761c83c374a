package io.flowgauge.benchmarks.eventlog;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What an event costs: Flowgauge's log compared with a ring written by hand, JFR, Log4j 2, Logback,
 * Avro and Smile, all on the same event in the same run, and with reading the clock alone. Claims:
 * Flowgauge's log has 0.9 times the speed of the hand-written ring, 1.3 times that of JFR in memory
 * and 1.4 times on disk, 13 times that of asynchronous Log4j 2, 11 times that of Logback, and 3
 * times that of Avro and Smile; two threads log 1.9 times as fast as one; a call allocates nothing,
 * and takes 0.3 ns if the type is off; a second is enough to read 50 million events or write 9
 * million BP lines.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar EventLogBenchmark -prof gc -t 1
 * }</pre>
 *
 * <p>Each trial prints the processor time of a call, for comparisons on a shared machine, and how
 * many events were logged, arrived, and were counted as dropped.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class EventLogBenchmark {
  private static final String ASYNCHRONOUS =
      "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";

  /** Called by JMH. */
  public EventLogBenchmark() {}

  @Benchmark
  public long clock(Calls calls) {
    return System.nanoTime() + calls.next();
  }

  @Benchmark
  public int empty(Calls calls) {
    return calls.next();
  }

  @Benchmark
  public void off(FlowgaugeLog log, Calls calls) {
    int n = calls.next();
    log.logOff(n, n / 2f);
  }

  @Benchmark
  public void flowgauge(FlowgaugeLog log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void fiveTypes(FlowgaugeLog log, Calls calls) {
    int n = calls.next();
    log.logFiveTypes(n, n / 2f);
  }

  @Benchmark
  public void handRing(HandRing log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void jfr(JfrLog log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  @Fork(jvmArgsAppend = ASYNCHRONOUS)
  public void log4jAsync(Log4jLog log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void log4j(Log4jLog log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void logback(LogbackLog log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void avro(AvroLog log, Calls calls) throws IOException {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void smile(SmileLog log, Calls calls) throws IOException {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  @OperationsPerInvocation(WrittenLog.EVENTS)
  public long read(WrittenLog log) throws IOException {
    return log.read();
  }

  @Benchmark
  @OperationsPerInvocation(WrittenLog.EVENTS)
  public long bp(WrittenLog log) throws IOException {
    return log.bp();
  }
}
