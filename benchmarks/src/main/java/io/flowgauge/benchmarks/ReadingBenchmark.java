package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * Claim: a trace is read, up to the run with its graph, in a small multiple of the time that its
 * parser alone takes.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar ReadingBenchmark -prof gc
 * java -jar benchmarks/target/benchmarks.jar ReadingBenchmark -p activities=200000 -p kind=NEXTFLOW
 * java -jar benchmarks/target/benchmarks.jar ReadingBenchmark -p activities=1000000 -p kind=SLURM
 * }</pre>
 *
 * <p>One operation reads a file, which is in the cache of the operating system; {@code megabytes}
 * is the number of million bytes read per second. {@link #baseline} extracts every text from the
 * same file with the parser alone: FastCSV for tables, Jackson's tokens for JSON. Every fork has
 * one processor.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
    value = 2,
    jvmArgs = {"-Xmx1g", ScaleBenchmark.ONE_PROCESSOR})
@State(Scope.Benchmark)
public class ReadingBenchmark {
  private static final double MEGA = 1e6;

  /** Number of activities. */
  @Param("20000")
  public int activities;

  /** Format of the trace. */
  @Param public TraceKind kind;

  private Path folder;
  private Path file;

  /** Called by JMH. */
  public ReadingBenchmark() {}

  /** Counts what was read. */
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  @State(Scope.Thread)
  public static class Counters {
    /** Million bytes. */
    public double megabytes;

    /** Called by JMH. */
    public Counters() {}
  }

  /**
   * Writes the trace.
   *
   * @throws IOException if there is no room for it
   */
  @Setup
  public void generate() throws IOException {
    folder = Files.createTempDirectory("reading");
    file = kind.generate(activities, folder);
  }

  /**
   * Deletes the trace.
   *
   * @throws IOException if that fails
   */
  @TearDown
  public void delete() throws IOException {
    Files.delete(file);
    Files.delete(folder);
  }

  /**
   * Reads the run.
   *
   * @param counters counts its bytes
   * @return the run
   * @throws IOException if it cannot be read
   */
  @Benchmark
  public WorkflowRun read(Counters counters) throws IOException {
    counters.megabytes += Files.size(file) / MEGA;
    return Flowgauge.read(file);
  }

  /**
   * Parses the file.
   *
   * @param counters counts its bytes
   * @return number of characters in it
   * @throws IOException if it cannot be read
   */
  @Benchmark
  public long baseline(Counters counters) throws IOException {
    counters.megabytes += Files.size(file) / MEGA;
    return kind.parse(file);
  }
}
