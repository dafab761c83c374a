package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProgramListener;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A launched command and everything it starts. The provider reports each program while holding it,
 * so that no search is needed.
 */
final class CommandSource implements TrackingSource, ProgramListener {
  private final ProcessTrackerBuilder options;
  private final TrackedProcesses processes;
  private final ProcessFinder finder;
  private volatile Optional<InstrumentedProcess> command = Optional.empty();

  private CommandSource(ProcessTrackerBuilder options, TrackedProcesses processes) {
    this.options = options;
    this.processes = processes;
    this.finder = new ProcessFinder(options.table, options.pattern);
  }

  static Outcome<CommandSource> launch(
      ProcessTrackerBuilder options,
      TrackedProcesses processes,
      InstrumentationProvider provider,
      LaunchRequest request) {
    CommandSource source = new CommandSource(options, processes);
    return provider
        .launch(request.withPrograms(source))
        .then(
            process -> {
              source.command = Optional.of(process);
              source.track(process, true);
              return process.resume().then(resumed -> Outcome.done(source));
            });
  }

  @Override
  public String name() {
    return "the command, which started them";
  }

  @Override
  public void lookForProcesses() throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(options.interval.toNanos());
  }

  @Override
  public Optional<InstrumentedProcess> command() {
    return command;
  }

  @Override
  public void begins(InstrumentedProcess program) {
    track(program, false);
  }

  private void track(InstrumentedProcess program, boolean isCommand) {
    processes.endEarlierProcess(program.process().pid());
    Optional<TrackedProcess> tracked = find(program.process().pid(), isCommand);
    if (tracked.isEmpty() || !processes.attach(tracked.get(), program)) {
      // The command stays open, because what it starts is reported only while it is open.
      if (!isCommand) {
        program.close();
      }
    }
  }

  @Override
  public void refused(long pid, Refusal reason) {
    find(pid, false).ifPresent(tracked -> processes.refuse(tracked, reason));
  }

  /**
   * The finder is not thread-safe, and the first program arrives on a different thread from the
   * rest.
   */
  private synchronized Optional<TrackedProcess> find(long pid, boolean isCommand) {
    return options
        .table
        .stat(pid)
        .flatMap(stat -> finder.find(stat).map(process -> tracked(process, stat, isCommand)));
  }

  private static TrackedProcess tracked(TargetProcess process, ProcStat stat, boolean isCommand) {
    return new TrackedProcess(process, Optional.of(process.name()), stat, isCommand);
  }
}
