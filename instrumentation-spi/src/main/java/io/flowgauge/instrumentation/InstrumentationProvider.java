package io.flowgauge.instrumentation;

import java.util.List;
import java.util.Optional;

/**
 * A means to instrument running processes; found by {@link java.util.ServiceLoader}. Thread-safe. A
 * process may be instrumented by who owns it, and by nobody else.
 */
public interface InstrumentationProvider {
  /**
   * Its name, such as {@code native} or {@code jvm}.
   *
   * @return a lower-case word
   */
  String name();

  /**
   * Why it does not work on this machine.
   *
   * @return the reason; empty if it works
   */
  Optional<Refusal> unavailable();

  /**
   * Processes of this user it can attach to.
   *
   * @return by pid; without this process; empty where the provider is unavailable
   */
  List<TargetProcess> processes();

  /**
   * Attaches to a process. It is not changed before the first sensor.
   *
   * @param pid its number
   * @return the process, to be closed; or why not
   */
  Outcome<InstrumentedProcess> attach(long pid);

  /**
   * Starts a program, stopped before main until {@link InstrumentedProcess#resume()}.
   *
   * @param request the program
   * @return the process, to be closed; or why not
   */
  Outcome<InstrumentedProcess> launch(LaunchRequest request);
}
