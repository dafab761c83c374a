package io.flowgauge.cli.instrument;

import io.flowgauge.instrumentation.InstrumentedProcess;

/** A command that was started, here or elsewhere. */
interface StartedCommand {
  /** Returns what to try for programs that the command starts; empty if nothing helps. */
  String childrenHint();

  /** Returns its process. */
  InstrumentedProcess process();

  /** Asks it to end. */
  void terminate();

  /** Waits until all its output has been shown; called after its end. */
  void awaitOutput();

  /** Returns a command on this machine, which writes to the streams of this process. */
  static StartedCommand local(InstrumentedProcess process) {
    return new StartedCommand() {
      @Override
      public String childrenHint() {
        return "; --children puts sensors into them too";
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
        // It writes its output itself.
      }
    };
  }
}
