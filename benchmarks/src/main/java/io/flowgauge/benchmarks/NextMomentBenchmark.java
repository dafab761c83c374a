package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.List;
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
 * Claim: while a run goes on, its next report takes less than a fifth of the time if the workflow
 * did not grow meanwhile, because most of the last report is still valid.
 *
 * <pre>{@code
 * java -jar benchmarks/target/benchmarks.jar NextMomentBenchmark -prof gc
 * }</pre>
 *
 * <p>Half of the events of the run are recorded. Each operation records the next one and makes the
 * report as of its moment. {@link #baseline} also declares an activity again, after which the
 * workflow must be decomposed again.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 40)
@Fork(
    value = 2,
    jvmArgs = {"-Xmx1g", ScaleBenchmark.ONE_PROCESSOR})
@State(Scope.Benchmark)
public class NextMomentBenchmark {
  /** Number of activities. */
  @Param("100000")
  public int activities;

  /** Shape of the workflow. */
  @Param public Shape shape;

  private record Event(int activity, EventType type, long nanos, int attempt) {}

  private final List<Event> events = new ArrayList<>();
  private SimulatedRun run;
  private RunRecorder recorder;
  private String[] ids;
  private int recorded;

  /** Called by JMH. */
  public NextMomentBenchmark() {}

  /** Records the workflow and half of the events. */
  @Setup
  public void record() {
    run = SimulatedRun.of(shape, activities);
    ids = Recordings.ids(run);
    recorder = Flowgauge.recorder("simulated");
    Recordings.declareWorkflow(run, recorder);
    run.replay((activity, type, nanos, n) -> events.add(new Event(activity, type, nanos, n)));
    while (recorded < events.size() / 2) {
      recordNext();
    }
  }

  /**
   * Records the next event; with ACTIVE also the processor, with COMPLETED also the wallclock time.
   */
  private Event recordNext() {
    Event event = events.get(recorded++);
    String id = ids[event.activity()];
    recorder.record(id, event.type(), event.nanos(), event.attempt());
    if (event.type() == EventType.ACTIVE) {
      int processor = run.processor(event.activity(), event.attempt());
      recorder.assign(id, event.attempt(), SimulatedRun.processorName(processor));
    } else if (event.type() == EventType.COMPLETED) {
      recorder.wallclock(id, run.wallclockNanos(event.activity()));
    }
    return event;
  }

  private WorkflowRun next() {
    return recorder.snapshot(Times.instant(recordNext().nanos()));
  }

  /**
   * The report after one more event.
   *
   * @return the report
   */
  @Benchmark
  @Warmup(iterations = 1_000)
  @Measurement(iterations = 500)
  public RunReport report() {
    return Recordings.report(next());
  }

  /**
   * Where the time went up to one more event.
   *
   * @return the attribution
   */
  @Benchmark
  @Warmup(iterations = 1_000)
  @Measurement(iterations = 500)
  public Attribution attribution() {
    return Flowgauge.report(next()).attribution();
  }

  /**
   * Where the time went up to one more event, after a declaration.
   *
   * @return the attribution
   */
  @Benchmark
  public Attribution attributionOfChanged() {
    Recordings.changed(recorder);
    return Flowgauge.report(next()).attribution();
  }

  /**
   * The report after one more event and a declaration.
   *
   * @return the report
   */
  @Benchmark
  public RunReport baseline() {
    Recordings.changed(recorder);
    return Recordings.report(next());
  }
}
