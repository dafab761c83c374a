package io.flowgauge.instrumentation.simulated;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.CodeUnit;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.SourcePosition;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;

/** A simulated process: threads of this process that call regions. Thread-safe. */
final class SimulatedProgram {
  private static final String PROGRAM = "simulated";
  static final CodeRegion CALLER = region(PROGRAM, "work::caller(int)", "_ZN4work6callerEi", 16);
  static final CodeRegion LEAF = region(PROGRAM, "work::leaf()", "_ZN4work4leafEv", 64);
  static final CodeRegion TINY = region(PROGRAM, "work::tiny()", "_ZN4work4tinyEv", 2);
  private static final CodeRegion HELPER = region("libhelper.so.1", "help", "help", 32);
  static final List<CodeUnit> UNITS =
      List.of(
          new CodeUnit(
              PROGRAM,
              CodeUnit.Kind.EXECUTABLE,
              "/opt/simulated",
              Optional.of("c0ffee"),
              List.of(CALLER, LEAF, TINY)),
          new CodeUnit(
              HELPER.unit(),
              CodeUnit.Kind.LIBRARY,
              "/lib/libhelper.so.1",
              Optional.empty(),
              List.of(HELPER)));
  private static final AtomicLong PIDS = new AtomicLong(1_000_000_000);
  private static final AtomicLong THREADS = new AtomicLong();

  private final TargetProcess process;
  private volatile ProcessStatus status;
  private volatile Sensors sensors;
  private volatile Runnable ended = () -> {};

  SimulatedProgram(State state) {
    process =
        TargetProcess.builder(PIDS.incrementAndGet(), PROGRAM)
            .user("somebody")
            .command(List.of("/opt/simulated", "--quietly"))
            .start(Instant.now())
            .build();
    status = ProcessStatus.of(state);
  }

  private static CodeRegion region(String unit, String name, String linkageName, long size) {
    return new CodeRegion(
        unit, name, linkageName, 0x400000 + name.hashCode() % 4096, size, Optional.empty(), false);
  }

  static CodeRegion withSource(CodeRegion region) {
    return new CodeRegion(
        region.unit(),
        region.name(),
        region.linkageName(),
        region.address(),
        region.size(),
        Optional.of(new SourcePosition("simulated.cc", 7)),
        false);
  }

  TargetProcess process() {
    return process;
  }

  ProcessStatus status() {
    return status;
  }

  void attach(Sensors used, Runnable whenEnded) {
    sensors = used;
    ended = whenEnded;
  }

  int sensorCount() {
    Sensors used = sensors;
    return used == null ? 0 : used.installed().size();
  }

  void run(int threads, int rounds) throws InterruptedException {
    List<Thread> running = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      long number = THREADS.incrementAndGet();
      Thread thread = new Thread(() -> work(number, rounds), "simulated-" + number);
      running.add(thread);
      thread.start();
    }
    for (Thread thread : running) {
      thread.join();
    }
  }

  private void work(long number, int rounds) {
    Calls calls = new Calls(number);
    for (int round = 0; round < rounds; round++) {
      calls.call(
          sensors,
          CALLER,
          () -> {
            for (int k = 0; k < 3; k++) {
              calls.call(sensors, LEAF, SimulatedProgram::spin);
            }
          });
    }
  }

  private static void spin() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 200) {
      Thread.onSpinWait();
    }
  }

  /** Continues with main, which calls the leaf ten times and exits. */
  void main() {
    status = ProcessStatus.of(State.RUNNING);
    Calls calls = new Calls(THREADS.incrementAndGet());
    for (int k = 0; k < 10; k++) {
      calls.call(sensors, LEAF, SimulatedProgram::spin);
    }
    exit(OptionalInt.of(3));
  }

  void exit(OptionalInt code) {
    if (status.state() != State.EXITED) {
      status = new ProcessStatus(State.EXITED, code, OptionalInt.empty());
      ended.run();
    }
  }
}
