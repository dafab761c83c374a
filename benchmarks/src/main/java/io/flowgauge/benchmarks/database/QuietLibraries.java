package io.flowgauge.benchmarks.database;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Quiets libraries: parquet-java logs every value, which takes longer than writing it. */
final class QuietLibraries {
  private QuietLibraries() {}

  /** Makes libraries log only warnings and errors from now on. */
  static void hush() {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
  }
}
