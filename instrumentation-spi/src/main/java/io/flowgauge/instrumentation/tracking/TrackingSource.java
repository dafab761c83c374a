package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentedProcess;
import java.util.Optional;

/** Where a tracker's processes come from. */
interface TrackingSource {
  /** A phrase. */
  String name();

  /** Looks for processes that have appeared; takes as long as the tracker's interval at least. */
  void look() throws InterruptedException;

  /** Ends a look that waits, by any thread; also called after the last look. */
  default void end() {}

  /** The most processes that may have been missed. */
  default long unseen() {
    return 0;
  }

  /** How often starts were lost. */
  default long lostStarts() {
    return 0;
  }

  /** The command that was launched. */
  default Optional<InstrumentedProcess> command() {
    return Optional.empty();
  }
}
