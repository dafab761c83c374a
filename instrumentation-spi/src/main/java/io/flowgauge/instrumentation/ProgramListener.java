package io.flowgauge.instrumentation;

/**
 * Hears of the programs that a launched command and its children become, each before its main
 * function. Called on a thread of the provider, one program after the other; what it throws goes to
 * that thread's handler of uncaught exceptions, and the program goes on.
 */
@FunctionalInterface
public interface ProgramListener {
  /**
   * A program begins: a process has become it, or was forked from one that has sensors. It is held
   * until this returns, so sensors that are put in here miss nothing.
   *
   * @param program the process, to be closed by whoever hears of it
   */
  void begins(InstrumentedProcess program);

  /**
   * A program begins that cannot be instrumented; it goes on without sensors.
   *
   * @param pid its process
   * @param reason why not
   */
  default void refused(long pid, Refusal reason) {}
}
