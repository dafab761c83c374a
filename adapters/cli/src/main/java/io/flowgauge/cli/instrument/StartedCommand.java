package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.InstrumentedProcess;

/** A command that was started, here or elsewhere. */
interface StartedCommand {
  /** What to try for programs that it starts; empty if nothing helps. */
  String childrenHint();

  /** Its process. */
  InstrumentedProcess process();

  /** Asks it to end. */
  void terminate();

  /** Waits until all that it has written is shown; it has ended. */
  void awaitOutput();

  /** One of this machine, which writes to this process's streams. */
  static StartedCommand local(InstrumentedProcess process) {
    return new StartedCommand() {
      @Override
      public String childrenHint() {
        return "; --children puts them in there too";
      }

      @Override
      public InstrumentedProcess process() {
        return process;
      }

      @Override
      public void terminate() {
        ProcessHandle.of(process.process().pid()).ifPresent(ProcessHandle::destroy);
      }

      @Override
      public void awaitOutput() {
        // It has written its output itself.
      }
    };
  }
}
