package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStarts;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** All matching processes of this machine: reported by the kernel, or else found by polling. */
final class MachineSource implements TrackingSource {
  /**
   * How often all processes are scanned even if the kernel reports starts, because reports can be
   * lost.
   */
  private static final Duration SWEEP = Duration.ofSeconds(1);

  private final ProcessTrackerBuilder options;
  private final TrackedProcesses processes;
  private final ProcessScan scan;
  private final ProcessFinder finder;
  private volatile Optional<ProcessStarts.Watch> starts;
  private long nextSweep = System.nanoTime();
  private volatile String name;
  private volatile long unseen;
  private volatile long lostStarts;

  MachineSource(ProcessTrackerBuilder options, TrackedProcesses processes) {
    this.options = options;
    this.processes = processes;
    this.scan = new ProcessScan(options.table);
    this.finder = new ProcessFinder(options.table, options.pattern);
    List<Refusal> refusals = new ArrayList<>();
    this.starts =
        options.table.unavailable().isPresent()
            ? Optional.empty()
            : firstOf(options.sources(), refusals);
    this.name = starts.isPresent() ? "process starts reported by the kernel" : polling(refusals);
  }

  private static Optional<ProcessStarts.Watch> firstOf(
      List<ProcessStarts> sources, List<Refusal> refusals) {
    for (ProcessStarts source : sources) {
      Outcome<ProcessStarts.Watch> opened = source.open();
      if (opened.value().isPresent()) {
        return opened.value();
      }
      opened.refusal().ifPresent(refusals::add);
    }
    return Optional.empty();
  }

  private String polling(List<Refusal> refusals) {
    return "the process table every "
        + options.interval.toMillis()
        + " ms"
        + (refusals.isEmpty()
            ? ""
            : ", as the kernel does not report starts: " + refusals.get(0).message());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long unseen() {
    return unseen;
  }

  @Override
  public long lostStarts() {
    return lostStarts;
  }

  @Override
  public void lookForProcesses() throws InterruptedException {
    examine(scan.findNew(nextReported()));
    if (starts.isEmpty() || haveBeenLost() || System.nanoTime() - nextSweep >= 0) {
      examine(scan.findNew());
      nextSweep = System.nanoTime() + SWEEP.toNanos();
    }
    if (starts.isEmpty()) {
      TimeUnit.NANOSECONDS.sleep(options.interval.toNanos());
    }
  }

  /** Returns the processes whose start was reported. A watch that failed is not used again. */
  private List<Long> nextReported() {
    try {
      return starts.isPresent() ? starts.get().next(options.interval) : List.of();
    } catch (RuntimeException e) {
      if (!Thread.currentThread().isInterrupted()) {
        end();
        starts = Optional.empty();
        name = polling(List.of(new Refusal(RefusalCode.SYSTEM, "it failed: " + e)));
      }
      return List.of();
    }
  }

  private boolean haveBeenLost() {
    long before = lostStarts;
    starts.ifPresent(watch -> lostStarts = watch.lost());
    return lostStarts != before;
  }

  private void examine(List<ProcStat> appeared) {
    for (ProcStat stat : appeared) {
      processes.endEarlierProcess(stat.pid());
      if (!Thread.currentThread().isInterrupted() && stat.pid() != ProcessHandle.current().pid()) {
        finder.find(stat).ifPresent(process -> processes.attach(tracked(process, stat)));
      }
    }
    // Only polling can miss starts.
    unseen = starts.isPresent() ? 0 : scan.unseen();
  }

  private TrackedProcess tracked(TargetProcess process, ProcStat stat) {
    return new TrackedProcess(process, groupOf(stat.pid()), stat, false);
  }

  private Optional<String> groupOf(long pid) {
    Map<String, String> environment = options.table.environment(pid);
    return options.variables.stream()
        .filter(environment::containsKey)
        .map(variable -> variable + "=" + environment.get(variable))
        .findFirst();
  }

  @Override
  public void end() {
    starts.ifPresent(ProcessStarts.Watch::close);
  }
}
