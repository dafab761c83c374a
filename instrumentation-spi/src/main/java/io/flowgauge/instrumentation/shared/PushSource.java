package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.ProcessStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Where push mode gets its updates. Called only on its thread. */
public interface PushSource {
  /**
   * Waits until the given number of records were updated since the last call, or until the timeout;
   * then begins the next flush.
   *
   * @param records how many, 1 or more
   */
  void await(int records, Duration longest) throws InterruptedException;

  /**
   * The memory, brought up to date with the kernel's counts.
   *
   * @return the reader, or none as long as there is no memory
   */
  Optional<SharedProfile> profile();

  /** All sensors there are or were, by region number; iterates in the order they were put in. */
  Map<Integer, SharedSensor> sensors();

  /** When the first was put in. */
  Instant since();

  /** The status of the process. */
  ProcessStatus status();
}
