package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.run.RunRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * Claim: recording a run through a monitor costs no more than a tenth more than in a plain
 * recorder, and some microseconds a call if it is logged, too.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar LiveBenchmark
 * }</pre>
 *
 * <p>Each method records a run of 10,000 activities, some 110,000 calls. {@link #baseline} uses a
 * recorder without a monitor.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(value = 2, jvmArgs = "-Xmx1g")
@State(Scope.Thread)
public class LiveBenchmark {
  private static final int ACTIVITIES = 10_000;

  private SimulatedRun run;
  private LiveMonitor monitor;
  private LiveMonitor logging;
  private Path folder;
  private int runs;

  /** Called by JMH. */
  public LiveBenchmark() {}

  /** Simulates the run. */
  @Setup(Level.Trial)
  public void simulate() {
    run = SimulatedRun.of(Shape.LAYERED, ACTIVITIES);
  }

  /** Opens monitors without runs. */
  @Setup(Level.Iteration)
  public void open() throws IOException {
    folder = Files.createTempDirectory("flowgauge-live");
    monitor = LiveMonitor.open();
    logging = LiveMonitor.builder().logs(folder).open();
  }

  /** Closes them. */
  @TearDown(Level.Iteration)
  public void close() throws IOException {
    monitor.close();
    logging.close();
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : all) {
        Files.delete(file);
      }
    }
  }

  private RunRecorder recorded(RunRecorder recorder) {
    Recordings.record(run, recorder);
    return recorder;
  }

  /**
   * Records in a plain recorder.
   *
   * @return the recorder
   */
  @Benchmark
  public RunRecorder baseline() {
    return recorded(Flowgauge.recorder("run"));
  }

  /**
   * Records in a recorder of a monitor.
   *
   * @return the recorder
   */
  @Benchmark
  public RunRecorder watched() {
    return recorded(monitor.recorder("run " + runs++, "run"));
  }

  /**
   * Records in a recorder of a monitor that logs.
   *
   * @return the recorder
   */
  @Benchmark
  public RunRecorder logged() {
    return recorded(logging.recorder("run " + runs++, "run"));
  }
}
