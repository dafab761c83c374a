package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claim: the report of a run of 1,000 activities takes less than 2 ms, warm.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar SmallReportBenchmark -prof gc
 * }</pre>
 *
 * <p>{@link #report} builds the run from recorded events, decomposes it, and computes all analyses;
 * {@link #json} and {@link #text} render a report with everything in it. {@link #baseline} does
 * what {@link ObjectAnalysis} says.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 2,
    jvmArgs = {"-Xmx500m", "-XX:ActiveProcessorCount=1"})
@State(Scope.Benchmark)
public class SmallReportBenchmark {
  /** Number of activities. */
  @Param("1000")
  public int activities;

  /** Shape of the workflow. */
  @Param public Shape shape;

  private RunRecorder recorder;
  private WorkflowRun run;
  private RunReport report;
  private ObjectRecorder objects;

  /** Called by JMH. */
  public SmallReportBenchmark() {}

  /** Records the run for Flowgauge and for the baseline. */
  @Setup
  public void record() {
    SimulatedRun simulated = SimulatedRun.of(shape, activities);
    recorder = Recordings.of(simulated);
    run = recorder.snapshot();
    report = Recordings.report(run);
    objects = ObjectRecorder.of(simulated);
  }

  /**
   * From recorded events to the report.
   *
   * @return the report
   */
  @Benchmark
  public RunReport report() {
    return Recordings.report(Recordings.changed(recorder).snapshot());
  }

  /**
   * From a run that was reported before, so that its regions and times are known.
   *
   * @return the report
   */
  @Benchmark
  public RunReport reportAgain() {
    return Recordings.report(run);
  }

  /**
   * Renders a report as JSON.
   *
   * @return the document
   */
  @Benchmark
  public String json() {
    return Flowgauge.json(report);
  }

  /**
   * Renders a report as text.
   *
   * @return the text
   */
  @Benchmark
  public String text() {
    return Flowgauge.text(report);
  }

  /**
   * From recorded events to the results of the baseline.
   *
   * @return the results
   */
  @Benchmark
  public Object baseline() {
    return ObjectAnalysis.of(objects);
  }
}
