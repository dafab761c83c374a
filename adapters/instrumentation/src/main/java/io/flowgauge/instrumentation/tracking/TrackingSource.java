package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.InstrumentedProcess;
import java.util.Optional;

/** Where a tracker's processes come from. */
interface TrackingSource {
  /** A phrase that names the source. */
  String name();

  /** Looks for new processes; takes at least the tracker's interval. */
  void look() throws InterruptedException;

  /** Ends a waiting look, from any thread; also called after the last look. */
  default void end() {}

  /** The most processes that may have been missed. */
  default long unseen() {
    return 0;
  }

  /** How often reports of starts were lost. */
  default long lostStarts() {
    return 0;
  }

  /** The command that was launched. */
  default Optional<InstrumentedProcess> command() {
    return Optional.empty();
  }
}
