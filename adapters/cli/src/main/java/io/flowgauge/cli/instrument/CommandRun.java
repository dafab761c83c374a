package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Failure;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.terminal.StopSignal;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Measures a started command until it ends. Not thread-safe. */
final class CommandRun {
  private static final int SIGNALLED = 128;

  /** Time for the command to end after the same Ctrl-C, and again after a signal. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration TICK = Duration.ofMillis(10);

  private final Session session;
  private final ProfileOptions options;
  private final StopSignal stop;

  CommandRun(Session session, ProfileOptions options, StopSignal stop) {
    this.session = session;
    this.options = options;
    this.stop = stop;
  }

  /** Inserts sensors and lets the command run; returns a refusal if it cannot run. */
  Outcome<Watching> begin(StartedCommand command, SensorRequest request, LoggedProfile log) {
    InstrumentedProcess process = command.process();
    // The command is what matters: it runs even if it cannot be measured.
    Outcome<SensorReport> report = process.instrument(request);
    report.refusal().ifPresent(why -> session.say("no sensor was put in: " + Failure.text(why)));
    log.begin(process, options);
    Outcome<ProcessStatus> resumed = process.resume();
    if (resumed.refusal().isPresent()) {
      return new Outcome.Refused<>(resumed.refusal().get());
    }
    SensorReport known =
        report.value().orElse(new SensorReport(List.of(), List.of(), Duration.ZERO, Duration.ZERO));
    return Outcome.done(new Watching(process, request, known, stop));
  }

  /**
   * Waits for the end of the command, and shows the measurements.
   *
   * @return the exit status
   */
  int end(StartedCommand command, Watching watching, LoggedProfile log, ProfileView view)
      throws IOException {
    InstrumentedProcess process = command.process();
    ProcessStatus status = watch(command, watching, view);
    log.end();
    command.awaitOutput();
    view.end(process.profile(), watching.report(), status);
    hint(watching.report(), command.childrenHint());
    return exitStatus(status);
  }

  private void hint(SensorReport report, String childrenHint) {
    if (report.results().isEmpty() && !report.unmatched().isEmpty()) {
      session.say("programs that the command starts have no sensors" + childrenHint);
    }
  }

  private ProcessStatus watch(StartedCommand command, Watching watching, ProfileView view)
      throws IOException {
    InstrumentedProcess process = command.process();
    boolean isStopped = watching.until(Long.MAX_VALUE, view, options.interval());
    if (process.status().state() == ProcessStatus.State.EXECED) {
      session.say(
          "the command has become another program, which has no sensors" + command.childrenHint());
      isStopped = awaitEnd(process);
    }
    if (isStopped) {
      stop(command);
    }
    return process.status();
  }

  /**
   * Waits for the end of a process whose program has been replaced, as by the last command of a
   * script with exec; returns whether it was interrupted.
   */
  private boolean awaitEnd(InstrumentedProcess process) {
    boolean isStopped = false;
    while (!isStopped && !hasEnded(process)) {
      isStopped = stop.await(TICK);
    }
    return isStopped;
  }

  /**
   * Ends a command unless it ends soon by itself: Ctrl-C on a terminal reaches it too, but other
   * ways of ending this process do not.
   */
  static void stop(StartedCommand command) {
    if (!awaitQuickEnd(command.process())) {
      command.terminate();
      awaitQuickEnd(command.process());
    }
  }

  private static boolean awaitQuickEnd(InstrumentedProcess process) {
    long deadline = System.nanoTime() + GRACE.toNanos();
    while (!hasEnded(process) && System.nanoTime() < deadline) {
      try {
        Thread.sleep(TICK.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return hasEnded(process);
  }

  private static boolean hasEnded(InstrumentedProcess process) {
    ProcessStatus.State state = process.status().state();
    return state == ProcessStatus.State.EXITED || state == ProcessStatus.State.DETACHED;
  }

  static int exitStatus(ProcessStatus status) {
    if (status.signal().isPresent()) {
      return SIGNALLED + status.signal().getAsInt();
    }
    return status.exitCode().orElse(Main.FAILED);
  }
}
