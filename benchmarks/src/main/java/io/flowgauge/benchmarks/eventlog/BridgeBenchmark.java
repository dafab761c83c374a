package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.run.EventType;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to send messages and spans to the event log: a message of Logback and of Log4j 2
 * compared with their file appenders, a span of OpenTelemetry compared with OTLP to a file and with
 * no processor at all, and an event of an activity.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar BridgeBenchmark -prof gc -t 1
 * }</pre>
 *
 * <p>Each trial prints the processor time of a call and how many arrived.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class BridgeBenchmark {
  /** Called by JMH. */
  public BridgeBenchmark() {}

  @Benchmark
  public void activityEvent(BridgedRun run, Calls calls) {
    run.log(EventType.ACTIVE, calls.next());
  }

  @Benchmark
  public void logbackFile(LogbackLog log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void logbackEvents(BridgedLogback log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void log4jFile(Log4jLog log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void log4jEvents(BridgedLog4j log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void spanAlone(Spans.Unprocessed spans, Calls calls) {
    spans.span(calls.next());
  }

  @Benchmark
  public void spanEvents(Spans.Bridged spans, Calls calls) {
    spans.span(calls.next());
  }

  @Benchmark
  public void spanOtlpFile(Spans.OtlpFile spans, Calls calls) {
    spans.span(calls.next());
  }
}
