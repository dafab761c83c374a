package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.trigger.Triggers;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a trigger file costs: a logging call, compared with the same log without a trigger file and,
 * if the file selects no event, with an empty loop; and the background thread, which checks the
 * file. Claims: watching the file adds 1 % to a call, a call takes 0.3 ns if its events are off,
 * and checking a file of 50 entries takes 50 microseconds.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar TriggerBenchmark -t 1
 * }</pre>
 *
 * <p>Each trial prints the processor time of a call, for comparisons on a shared machine.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(5)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TriggerBenchmark {
  /** Called by JMH. */
  public TriggerBenchmark() {}

  @Benchmark
  public int empty(Calls calls) {
    return calls.next();
  }

  @Benchmark
  public void off(TriggeredLog.Unwanted log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void plain(TriggeredLog.Plain log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void triggered(TriggeredLog.Triggered log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public void thresholded(TriggeredLog.Thresholded log, Calls calls) {
    int n = calls.next();
    log.log(n, n / 2f);
  }

  @Benchmark
  public Triggers parse(TriggerText text, Calls calls) {
    calls.next();
    return text.parse();
  }

  @Benchmark
  public boolean poll(TriggerText text, Calls calls) throws IOException {
    calls.next();
    return text.poll();
  }
}
