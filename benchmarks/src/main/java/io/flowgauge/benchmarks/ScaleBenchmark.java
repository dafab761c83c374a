package io.flowgauge.benchmarks;

import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.activity.RunTimes;
import io.flowgauge.metrics.attribution.RunAttribution;
import io.flowgauge.metrics.overhead.RunOverheads;
import io.flowgauge.metrics.run.RunMeasures;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Claim: a run of 1,000,000 activities and 3,000,000 dependencies is built from its events,
 * decomposed, analysed and attributed in about two seconds on one core and 500 MB of heap, warm,
 * and at least ten times as fast as by a straightforward implementation on JGraphT.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar ScaleBenchmark -prof gc
 * }</pre>
 *
 * <p>{@link #all} begins with a recorder that has taken in all events, which is finished, as
 * readers do, and ends with the report. {@link #build}, {@link #decompose}, {@link #analyse} and
 * {@link #attribute} are its stages; what they start from stays in memory for the next operation,
 * so their heap is larger. {@link #baseline} does what {@link ObjectAnalysis} says, on the same
 * events; it does not fit into 500 MB, and has a heap of 10 GB. Every fork has one processor. One
 * operation is one run, so the allocation per activity is {@code gc.alloc.rate.norm} divided by the
 * number of activities.
 *
 * <p>For {@link #all} and {@link #decompose}, the profilers also count the preparation of each
 * operation: the recording, or the building. Their scores do not include it.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 8)
@Measurement(iterations = 10)
@Fork(
    value = 2,
    jvmArgs = {"-Xmx500m", ScaleBenchmark.ONE_PROCESSOR})
public class ScaleBenchmark {
  static final String ONE_PROCESSOR = "-XX:ActiveProcessorCount=1";

  private static final String STAGE_HEAP = "-Xmx2g";

  /** Called by JMH. */
  public ScaleBenchmark() {}

  /** What is measured. */
  @State(Scope.Benchmark)
  public static class Size {
    /** Number of activities. */
    @Param("1000000")
    public int activities;

    /** Shape of the workflow. */
    @Param public Shape shape;

    /** Called by JMH. */
    public Size() {}
  }

  /** A recorder that knows a run. */
  @State(Scope.Benchmark)
  public static class Recorded {
    RunRecorder recorder;

    /** Called by JMH. */
    public Recorded() {}

    /**
     * Records.
     *
     * @param size what is recorded
     */
    @Setup
    public void record(Size size) {
      recorder = Recordings.of(SimulatedRun.of(size.shape, size.activities));
    }
  }

  /** A recorder that is finished, as readers of traces do. */
  @State(Scope.Benchmark)
  public static class Fresh {
    private RunRecorder recorder;

    /** Called by JMH. */
    public Fresh() {}

    /**
     * Records.
     *
     * @param size what is recorded
     */
    @Setup(Level.Invocation)
    public void record(Size size) {
      recorder = Recordings.of(SimulatedRun.of(size.shape, size.activities));
    }

    WorkflowRun build() {
      RunRecorder last = recorder;
      recorder = null;
      return last.finish();
    }
  }

  /** A run whose regions are not known yet. */
  @State(Scope.Benchmark)
  public static class Built {
    ColumnarRun run;

    /** Called by JMH. */
    public Built() {}

    /**
     * Builds a new one, because a run keeps its regions.
     *
     * @param recorded what it is built from
     */
    @Setup(Level.Invocation)
    public void build(Recorded recorded) {
      run = null;
      run = (ColumnarRun) Recordings.changed(recorded.recorder).snapshot();
    }
  }

  /** A run whose regions are known. */
  @State(Scope.Benchmark)
  public static class Decomposed {
    ColumnarRun run;

    /** Called by JMH. */
    public Decomposed() {}

    /**
     * Decomposes.
     *
     * @param recorded what the run is built from
     */
    @Setup
    public void decompose(Recorded recorded) {
      run = (ColumnarRun) recorded.recorder.snapshot();
      run.workflow().regionTree();
    }
  }

  /** The same run as objects. */
  @State(Scope.Benchmark)
  public static class Objects {
    ObjectRecorder recorder;

    /** Called by JMH. */
    public Objects() {}

    /**
     * Records.
     *
     * @param size what is recorded
     */
    @Setup
    public void record(Size size) {
      recorder = ObjectRecorder.of(SimulatedRun.of(size.shape, size.activities));
    }
  }

  /**
   * Builds a run from what was recorded: the graph, attempts, processors, and diagnostics of events
   * that contradict the lifecycle.
   *
   * @param recorded what was recorded
   * @return the run
   */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgs = {STAGE_HEAP, ONE_PROCESSOR})
  public WorkflowRun build(Recorded recorded) {
    return Recordings.changed(recorded.recorder).snapshot();
  }

  /**
   * Finds the regions.
   *
   * @param built the run
   * @return their tree
   */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgs = {STAGE_HEAP, ONE_PROCESSOR})
  public Object decompose(Built built) {
    return built.run.workflow().regionTree();
  }

  /**
   * Computes the overheads of every region, and the critical path by processing times.
   *
   * @param decomposed the run
   * @param blackhole takes the results
   */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgs = {STAGE_HEAP, ONE_PROCESSOR})
  public void analyse(Decomposed decomposed, Blackhole blackhole) {
    RunTimes times = new RunTimes(decomposed.run, List.of());
    blackhole.consume(new RunOverheads(times));
    blackhole.consume(new RunMeasures(times).criticalPathProcessingSeconds());
  }

  /**
   * Attributes the makespan, ideal times included.
   *
   * @param decomposed the run
   * @return the attribution
   */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgs = {STAGE_HEAP, ONE_PROCESSOR})
  public Object attribute(Decomposed decomposed) {
    return RunAttribution.of(new RunTimes(decomposed.run, List.of()));
  }

  /**
   * All stages, as users call them.
   *
   * @param fresh what was recorded
   * @param blackhole takes the results
   */
  @Benchmark
  public void all(Fresh fresh, Blackhole blackhole) {
    RunReport report = Recordings.report(fresh.build());
    blackhole.consume(report.metrics().criticalPathProcessingSeconds());
    blackhole.consume(report);
  }

  /**
   * All stages of the straightforward implementation.
   *
   * @param objects what was recorded
   * @param blackhole takes the results
   */
  @Benchmark
  @Fork(
      value = 2,
      jvmArgs = {"-Xmx10g", ONE_PROCESSOR})
  public void baseline(Objects objects, Blackhole blackhole) {
    blackhole.consume(ObjectAnalysis.of(objects.recorder));
  }
}
