package io.flowgauge.nextflow;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Keeps failures of the plug-in from affecting the observed program. Thread-safe. */
final class Guard {
  private final Consumer<String> warnings;
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  /** Work that may fail. */
  interface Work {
    void run() throws IOException;
  }

  Guard(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /**
   * Does some work; only the first failure is reported, later ones are ignored. Catches errors as
   * well, because Nextflow catches only exceptions of its observers.
   */
  void attempt(Work work) {
    try {
      work.run();
    } catch (Throwable e) {
      if (hasWarned.compareAndSet(false, true)) {
        warnings.accept("the run continues, but its record is incomplete: " + e);
      }
    }
  }
}
