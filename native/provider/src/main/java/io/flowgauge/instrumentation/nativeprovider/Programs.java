package io.flowgauge.instrumentation.nativeprovider;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProgramListener;

/** Reports the programs that a launched command starts, until all have ended. */
final class Programs {
  private static final int WAIT_MILLIS = 10_000;

  private final Shim shim;
  private final HostInfo host;
  private final long command;
  private final ProgramListener listener;

  Programs(Shim shim, HostInfo host, long command, ProgramListener listener) {
    this.shim = shim;
    this.host = host;
    this.command = command;
    this.listener = listener;
  }

  void start() {
    Thread thread = new Thread(this::run, "flowgauge-programs");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    Outcome<Integer> next = shim.nextProgram(command, WAIT_MILLIS);
    while (next.value().isPresent()) {
      next.value().filter(pid -> pid > 0).ifPresent(this::begin);
      next = shim.nextProgram(command, WAIT_MILLIS);
    }
  }

  private void begin(int pid) {
    Outcome<InstrumentedProcess> program =
        shim.openProgram(command, pid)
            .then(handle -> NativeProvider.process(shim, host, handle, pid));
    try {
      program.refusal().ifPresent(why -> listener.refused(pid, why));
      program.value().ifPresent(listener::begins);
    } catch (RuntimeException | Error e) {
      // The loop must go on, because further programs are held until this thread resumes them.
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    } finally {
      program.value().ifPresent(InstrumentedProcess::resume);
    }
  }
}
