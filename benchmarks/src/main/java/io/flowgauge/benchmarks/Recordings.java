package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.util.Arrays;
import java.util.function.IntFunction;

/** Records simulated runs. Stateless. */
final class Recordings {
  private Recordings() {}

  /** Returns a recorder with everything about a run. */
  static RunRecorder of(SimulatedRun run) {
    RunRecorder recorder = Flowgauge.recorder("simulated");
    record(run, recorder);
    return recorder;
  }

  /** Records everything about a run. */
  static void record(SimulatedRun run, RunRecorder recorder) {
    declare(run, recorder);
    String[] ids = ids(run);
    run.replay(
        (activity, type, nanos, attempt) -> recorder.record(ids[activity], type, nanos, attempt));
  }

  /** Records the workflow and where and how long activities ran, but no event. */
  private static void declare(SimulatedRun run, RunRecorder recorder) {
    declareWorkflow(run, recorder);
    String[] processors = names(SimulatedRun.PROCESSORS, SimulatedRun::processorName);
    String[] ids = ids(run);
    for (int a = 0; a < run.activities(); a++) {
      for (int attempt = 1; attempt <= run.attempts(a); attempt++) {
        recorder.assign(ids[a], attempt, processors[run.processor(a, attempt)]);
      }
      recorder.wallclock(ids[a], run.wallclockNanos(a));
    }
  }

  /** Records what is known before a run begins: the workflow and the processors. */
  static void declareWorkflow(SimulatedRun run, RunRecorder recorder) {
    for (int p = 0; p < SimulatedRun.PROCESSORS; p++) {
      recorder.processor(
          new Processor(
              SimulatedRun.processorName(p), SimulatedRun.speed(p), SimulatedRun.SLOTS, "site"));
    }
    String[] types = names(SimulatedRun.TYPES, SimulatedRun::type);
    String[] ids = ids(run);
    for (int a = 0; a < run.activities(); a++) {
      recorder.activity(Activity.of(ids[a], types[a % types.length]));
    }
    Topology topology = run.topology();
    for (int d = 0; d < topology.dependencies(); d++) {
      recorder.dependency(ids[topology.from(d)], ids[topology.to(d)]);
    }
  }

  /** Declares an activity again, so that the next snapshot rebuilds its workflow. */
  static RunRecorder changed(RunRecorder recorder) {
    recorder.activity(Activity.of(SimulatedRun.id(0), SimulatedRun.type(0)));
    return recorder;
  }

  /** Makes a report and forces its lazily computed analyses. */
  static RunReport report(WorkflowRun run) {
    RunReport report = Flowgauge.report(run);
    report.attribution();
    report.overheads();
    return report;
  }

  static String[] ids(SimulatedRun run) {
    return names(run.activities(), SimulatedRun::id);
  }

  private static String[] names(int count, IntFunction<String> name) {
    String[] names = new String[count];
    Arrays.setAll(names, name);
    return names;
  }
}
