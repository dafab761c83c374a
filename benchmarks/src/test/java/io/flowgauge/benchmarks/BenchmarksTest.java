package io.flowgauge.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.benchmarks.eventlog.BridgeBenchmark;
import io.flowgauge.benchmarks.eventlog.EventLogBenchmark;
import io.flowgauge.benchmarks.eventlog.LogLifeBenchmark;
import io.flowgauge.benchmarks.eventlog.LogThreadsBenchmark;
import io.flowgauge.benchmarks.eventlog.TriggerBenchmark;
import io.flowgauge.benchmarks.learning.LearnedRunBenchmark;
import io.flowgauge.benchmarks.learning.ServiceModelBenchmark;
import io.flowgauge.benchmarks.network.ManyLawsBenchmark;
import io.flowgauge.benchmarks.network.MillionBenchmark;
import io.flowgauge.benchmarks.network.NetworkBenchmark;
import io.flowgauge.benchmarks.network.RunningNetworkBenchmark;
import io.flowgauge.benchmarks.network.SlotBenchmark;
import java.util.Arrays;
import java.util.Collection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs every benchmark once on a small input to keep it working; measures nothing. */
class BenchmarksTest {
  private static final int ACTIVITIES = 400;

  @Test
  void scale_smallRun_everyMethodRuns() throws RunnerException {
    assertThat(run(ScaleBenchmark.class)).hasSize(6 * Shape.values().length);
  }

  @Test
  void smallReport_smallRun_everyMethodRuns() throws RunnerException {
    assertThat(run(SmallReportBenchmark.class)).hasSize(5 * Shape.values().length);
  }

  @Test
  void intake_everyMethodRuns() throws RunnerException {
    assertThat(run(IntakeBenchmark.class)).hasSize(4);
  }

  @Test
  void reading_smallTraces_everyMethodRuns() throws RunnerException {
    assertThat(run(ReadingBenchmark.class)).hasSize(2 * TraceKind.values().length);
  }

  @Test
  void live_everyMethodRuns() throws RunnerException {
    assertThat(run(LiveBenchmark.class)).hasSize(3);
    assertThat(run(NextMomentBenchmark.class)).hasSize(4 * Shape.values().length);
  }

  @Test
  void network_smallWorkflow_everyMethodRuns() throws RunnerException {
    assertThat(run(NetworkBenchmark.class)).hasSize(3);
    assertThat(run(RunningNetworkBenchmark.class)).hasSize(3);
    assertThat(run(SlotBenchmark.class)).hasSize(4);
    assertThat(run(MillionBenchmark.class)).hasSize(3);
    assertThat(run(ManyLawsBenchmark.class)).hasSize(5);
  }

  @Test
  void learning_fewActivities_everyMethodRuns() throws RunnerException {
    assertThat(run(ServiceModelBenchmark.class)).hasSize(4);
    assertThat(run(LearnedRunBenchmark.class)).hasSize(2);
  }

  @Test
  void eventLog_everyMethodRuns() throws RunnerException {
    assertThat(run(EventLogBenchmark.class)).hasSize(21);
    assertThat(run(TriggerBenchmark.class)).hasSize(7);
    assertThat(run(LogLifeBenchmark.class)).hasSize(3);
    assertThat(run(LogThreadsBenchmark.class)).hasSize(2 * 3 * 2);
  }

  @Test
  void bridge_everyMethodRuns() throws RunnerException {
    assertThat(run(BridgeBenchmark.class)).hasSize(8);
  }

  private static Collection<RunResult> run(Class<?> benchmark) throws RunnerException {
    OptionsBuilder options = new OptionsBuilder();
    options.include(benchmark.getName() + "\\.").forks(0).warmupIterations(0);
    options.measurementIterations(1).measurementTime(TimeValue.milliseconds(1));
    options.shouldFailOnError(true).verbosity(VerboseMode.SILENT);
    options.param("activities", String.valueOf(ACTIVITIES)).param("shape", names());
    return new Runner(options.build()).run();
  }

  private static String[] names() {
    return Arrays.stream(Shape.values()).map(Shape::name).toArray(String[]::new);
  }

  @ParameterizedTest
  @EnumSource
  void of_sameArguments_sameRun(Shape shape) {
    assertThat(events(shape)).isEqualTo(events(shape)).isNotEmpty();
  }

  private static String events(Shape shape) {
    StringBuilder events = new StringBuilder();
    SimulatedRun.of(shape, ACTIVITIES)
        .replay((a, type, nanos, attempt) -> events.append(a).append(type).append(nanos));
    return events.toString();
  }
}
