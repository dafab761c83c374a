package io.flowgauge.runlog;

import io.flowgauge.run.RunRecorder;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Calls that no event can stand for, since they lack what it would hold. Readers repeat them, so
 * that their recorder counts and reports them.
 */
enum UnusableCall {
  ACTIVITY(into -> into.activity(null)),
  PROCESSOR(into -> into.processor(null)),
  REGIONS(into -> into.regions(null)),
  EVENT(into -> into.record(null, null, 0, 0)),
  ASSIGNMENT(into -> into.assign(null, 0, null)),
  PHASE(into -> into.phase(null, null)),
  PHASE_TIME(into -> into.phaseTime(null, null, 0)),
  SERVICE(into -> into.service(null)),
  TIME_BASE(into -> into.timeBase(null)),
  DIAGNOSTIC(into -> into.diagnostic(null));

  private final Consumer<RunRecorder> call;

  UnusableCall(Consumer<RunRecorder> call) {
    this.call = call;
  }

  /** Its name in logs. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Makes the call of a name.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  static void repeat(String label, RunRecorder into) {
    for (UnusableCall known : values()) {
      if (known.label().equals(label)) {
        known.call.accept(into);
        return;
      }
    }
    throw new IllegalArgumentException("no call " + label);
  }
}
