package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.ProcessStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** The source of push mode's updates. Called only on push mode's thread. */
public interface PushSource {
  /**
   * Waits until the given number of records were updated since the last call, or until the timeout;
   * then begins the next flush.
   *
   * @param records number of records to wait for, 1 or more
   */
  void await(int records, Duration longest) throws InterruptedException;

  /**
   * Returns the memory, brought up to date with the kernel's counts.
   *
   * @return the reader, or none as long as there is no memory
   */
  Optional<SharedProfile> profile();

  /**
   * Returns all present and removed sensors, by region number; iterates in the order in which they
   * were put in.
   */
  Map<Integer, SharedSensor> sensors();

  /** Returns when the first sensor was put in. */
  Instant since();

  /** Returns the status of the process. */
  ProcessStatus status();
}
