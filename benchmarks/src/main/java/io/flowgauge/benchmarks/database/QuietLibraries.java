package io.flowgauge.benchmarks.database;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** What libraries log: parquet-java logs every value, which takes longer than to write it. */
final class QuietLibraries {
  private QuietLibraries() {}

  /** From now on libraries log warnings and errors alone. */
  static void hush() {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
  }
}
