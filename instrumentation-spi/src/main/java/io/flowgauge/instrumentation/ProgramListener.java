package io.flowgauge.instrumentation;

/**
 * Is notified of each program that a launched command and its children execute, before the
 * program's main function. Called on a thread of the provider, for one program at a time. An
 * exception goes to that thread's handler for uncaught exceptions, and the program continues.
 */
@FunctionalInterface
public interface ProgramListener {
  /**
   * Called when a program begins: a process has executed it, or was forked from one with sensors.
   * It is held until this method returns, so that sensors put in here miss nothing.
   *
   * @param program the process, which the listener must close
   */
  void begins(InstrumentedProcess program);

  /**
   * Called when a program begins that cannot be instrumented; it runs without sensors.
   *
   * @param pid its process id
   * @param reason why not
   */
  default void refused(long pid, Refusal reason) {}
}
