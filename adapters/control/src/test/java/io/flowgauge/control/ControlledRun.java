package io.flowgauge.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/** A small engine that runs real programs, two at a time, under analysis control. */
final class ControlledRun implements AutoCloseable {
  static final int SLOTS = 2;

  final LiveMonitor monitor;
  final RunRecorder recorder;
  final AnalysisControl control;
  final Map<String, Instant> begun = new ConcurrentHashMap<>();
  final Map<String, Process> running = new ConcurrentHashMap<>();
  private final Path program;
  private final ExecutorService slots = Executors.newFixedThreadPool(SLOTS);
  private final List<Future<?>> all = new ArrayList<>();

  ControlledRun(
      Path program, List<WorkflowRun> earlier, UnaryOperator<AnalysisControlBuilder> options)
      throws IOException {
    this.program = program;
    monitor = LiveMonitor.builder().earlier(earlier).open();
    recorder = monitor.recorder("run", "alignment");
    control =
        options
            .apply(AnalysisControl.of(monitor.run("run").orElseThrow()).recorder(recorder))
            .open();
  }

  /** Returns a run in which activities of type align took 0.3 s each. */
  static WorkflowRun usualRun() {
    RunRecorder recorder = Flowgauge.recorder("usual");
    Instant begin = Instant.parse("2026-01-01T00:00:00Z");
    for (int k = 0; k < 40; k++) {
      recorder.activity(Activity.of("u" + k, "align"));
      recorder.record("u" + k, EventType.ACTIVE, begin.plusMillis(300L * k), 1);
      recorder.record("u" + k, EventType.COMPLETED, begin.plusMillis(300L * k + 290 + k % 20), 1);
    }
    return recorder.snapshot();
  }

  static Path compile(Path folder) throws Exception {
    Path program = folder.resolve("aligner");
    Process compiler =
        new ProcessBuilder("gcc", "-O2", "src/test/c/aligner.c", "-o", program.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    return program;
  }

  void submit(String id, String type, String... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    submitCommand(id, type, command.toArray(String[]::new));
  }

  void submitCommand(String id, String type, String... command) {
    recorder.activity(Activity.of(id, type));
    all.add(slots.submit(() -> execute(id, command)));
  }

  private Void execute(String id, String... command) throws Exception {
    Process process = new ProcessBuilder(command).start();
    begun.put(id, Instant.now());
    recorder.record(id, EventType.ACTIVE, begun.get(id), 1);
    running.put(id, process);
    control.watch(process.pid(), id);
    boolean isWell = process.waitFor() == 0;
    recorder.record(id, isWell ? EventType.COMPLETED : EventType.FAILED, Instant.now(), 1);
    return null;
  }

  void await() throws Exception {
    for (Future<?> each : all) {
      each.get();
    }
  }

  /** Waits for a finding about an activity and returns it. */
  Finding finding(String activity, Duration atMost) throws InterruptedException {
    for (Instant end = Instant.now().plus(atMost); Instant.now().isBefore(end); ) {
      for (Finding each : control.findings()) {
        if (each.activity().equals(activity)) {
          return each;
        }
      }
      Thread.sleep(20);
    }
    throw new AssertionError(
        "nothing was found in " + activity + ": " + control.decisions() + control.findings());
  }

  @Override
  public void close() throws IOException {
    slots.shutdownNow();
    running.values().forEach(Process::destroyForcibly);
    control.close();
    monitor.close();
  }
}
