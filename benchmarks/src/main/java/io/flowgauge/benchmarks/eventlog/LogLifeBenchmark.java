package io.flowgauge.benchmarks.eventlog;

import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it costs to open an event log, and to close one that holds an event, compared with a plain
 * file. The goal is a millisecond each; a short run on JDK 17 took 3.0 and 1.2 ms.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar LogLifeBenchmark -t 1
 * }</pre>
 *
 * <p>{@link #open} and {@link #close} each measure one of the two; the other, and deleting the
 * file, are not timed. {@link #plainFile} opens a file, writes as many bytes as the event has, and
 * closes it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 2, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class LogLifeBenchmark {
  private static final byte[] EVENT = new byte[11];

  /** Called by JMH. */
  public LogLifeBenchmark() {}

  /** A name for a log, which is closed and deleted afterwards. */
  @State(Scope.Thread)
  public static class Fresh {
    Path file;
    EventLog log;

    /** Called by JMH. */
    public Fresh() {}

    @Setup(Level.Invocation)
    public void name() throws IOException {
      file = Arrivals.file("life");
    }

    @TearDown(Level.Invocation)
    public void delete() throws IOException {
      if (log != null) {
        log.close();
      }
      Files.delete(file);
    }
  }

  /** An open log with one event. */
  @State(Scope.Thread)
  public static class Used {
    Path file;
    EventLog log;

    /** Called by JMH. */
    public Used() {}

    @Setup(Level.Invocation)
    public void log() throws IOException {
      file = Arrivals.file("life");
      log = EventLog.open(file);
      log.declare(FlowgaugeLog.SCHEMA)
          .as(MethodHandles.lookup(), FlowgaugeLog.Form.class)
          .log(1, 0.5f);
    }

    @TearDown(Level.Invocation)
    public void delete() throws IOException {
      long written = log.counts().written();
      if (written != 1) {
        throw new IllegalStateException(written + " events written, expected 1");
      }
      Files.delete(file);
    }
  }

  @Benchmark
  public EventLog open(Fresh fresh) throws IOException {
    fresh.log = EventLog.open(fresh.file);
    return fresh.log;
  }

  @Benchmark
  public void close(Used used) {
    used.log.close();
  }

  @Benchmark
  public void plainFile(Fresh fresh) throws IOException {
    try (OutputStream out = Files.newOutputStream(fresh.file)) {
      out.write(EVENT);
    }
  }
}
