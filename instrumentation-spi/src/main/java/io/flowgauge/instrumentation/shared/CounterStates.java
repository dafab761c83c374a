package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.Metric;
import java.util.Optional;

/** The outcome of the attempts of a process's threads to open counters. Immutable. */
final class CounterStates {
  private static final int OPENED = -1;
  private static final int UNTRIED = 0;

  private final int[] states = new int[SharedLayout.COUNTERS];

  CounterStates(SharedBytes bytes) {
    for (int k = 0; k < states.length; k++) {
      states[k] = bytes.intAt(SharedLayout.COUNTER_STATE_AT + (long) k * Integer.BYTES);
    }
  }

  /** Returns why no thread could open a counter; empty if one could, or none has tried. */
  Optional<String> failure(Metric counter) {
    int state = states[Metric.counters().indexOf(counter)];
    return state == OPENED || state == UNTRIED
        ? Optional.empty()
        : Optional.of(reason(counter, state));
  }

  /** Returns the meaning of an error number that perf_event_open sets. */
  private static String reason(Metric counter, int error) {
    String name = counter.label();
    return switch (error) {
      case 2, 19, 95 -> // ENOENT, ENODEV, EOPNOTSUPP
          "this machine has no counter for " + name + "; virtual machines often have none";
      case 1, 13 -> forbidden(counter); // EPERM, EACCES
      case 23, 24 -> // ENFILE, EMFILE
          "the process has too few file descriptors left to open " + name;
      case 22 -> // EINVAL
          "the processor cannot count " + name + " together with the other counters; request fewer";
      case 16, 28 -> // EBUSY, ENOSPC
          "others are using the processor's counters, so " + name + " is not counted";
      case 38 -> "this kernel was built without performance events"; // ENOSYS
      default -> name + " cannot be counted: perf_event_open failed with error " + error;
    };
  }

  private static String forbidden(Metric counter) {
    boolean isKernels = counter == Metric.CONTEXT_SWITCHES || counter == Metric.MIGRATIONS;
    return "the process may not count "
        + counter.label()
        + ": its user needs CAP_PERFMON or kernel.perf_event_paranoid of at most "
        + (isKernels ? 1 : 2)
        + ", and no seccomp filter may forbid perf_event_open";
  }
}
