package io.flowgauge.instrumentation;

import java.util.List;
import java.util.Optional;

/**
 * Instruments running processes; found by {@link java.util.ServiceLoader}. A process may be
 * instrumented only by its owner. Thread-safe.
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
   * This user's processes that it can attach to.
   *
   * @return by pid; without this process; empty where the provider is unavailable
   */
  List<TargetProcess> processes();

  /**
   * Attaches to a process, which stays unchanged until its first sensor is put in.
   *
   * @param pid the process id
   * @return the process, which the caller closes, or why it was refused
   */
  Outcome<InstrumentedProcess> attach(long pid);

  /**
   * Starts a program, stopped before main until {@link InstrumentedProcess#resume()}.
   *
   * @param request the program
   * @return the process, which the caller closes, or why it was refused
   */
  Outcome<InstrumentedProcess> launch(LaunchRequest request);
}
