package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentedProcess;
import java.util.Optional;

/** Finds the processes of a tracker. */
interface TrackingSource {
  /** Returns a phrase that names the source. */
  String name();

  /** Looks for new processes; takes at least the tracker's interval. */
  void lookForProcesses() throws InterruptedException;

  /** Ends a waiting look, from any thread; also called after the last look. */
  default void end() {}

  /** Returns the largest number of processes that may have been missed. */
  default long unseen() {
    return 0;
  }

  /** Returns how often reports of starts were lost. */
  default long lostStarts() {
    return 0;
  }

  /** Returns the command that was launched. */
  default Optional<InstrumentedProcess> command() {
    return Optional.empty();
  }
}
