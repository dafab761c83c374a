package io.flowgauge.runlog;

import io.flowgauge.run.RunRecorder;
import java.util.Locale;

/**
 * Calls that cannot be logged as events, because they lack the values. Readers repeat them, so that
 * their recorder counts and reports them.
 */
enum UnusableCall {
  ACTIVITY,
  PROCESSOR,
  REGIONS,
  EVENT,
  ASSIGNMENT,
  PHASE,
  PHASE_TIME,
  CODE_PROFILE,
  SERVICE,
  HOST_LOAD,
  TIME_BASE,
  DIAGNOSTIC;

  /** Returns its name in logs. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the call with a name.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  static UnusableCall labelled(String label) {
    for (UnusableCall known : values()) {
      if (known.label().equals(label)) {
        return known;
      }
    }
    throw new IllegalArgumentException("no call " + label);
  }

  /** Repeats the call. */
  void repeat(RunRecorder into) {
    switch (this) {
      case ACTIVITY -> into.activity(null);
      case PROCESSOR -> into.processor(null);
      case REGIONS -> into.regions(null);
      case EVENT -> into.record(null, null, 0, 0);
      case ASSIGNMENT -> into.assign(null, 0, null);
      case PHASE -> into.phase(null, null);
      case PHASE_TIME -> into.phaseTime(null, null, 0);
      case CODE_PROFILE -> into.codeProfile(null, null);
      case SERVICE -> into.service(null);
      case HOST_LOAD -> into.hostLoad(null);
      case TIME_BASE -> into.timeBase(null);
      case DIAGNOSTIC -> into.diagnostic(null);
    }
  }
}
