package io.flowgauge.instrumentation.shared;

import io.flowgauge.instrumentation.ProcessStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What push mode takes its updates from. Called on its thread alone. */
public interface PushSource {
  /**
   * Waits until so many records were updated since the last call, or the time is over; then begins
   * the next flush.
   *
   * @param records how many, 1 or more
   * @param longest the time
   * @throws InterruptedException if the thread is interrupted
   */
  void await(int records, Duration longest) throws InterruptedException;

  /**
   * What is read, now: brought up to date, with the kernel's counts.
   *
   * @return the reader, or none as long as there is no memory
   */
  Optional<SharedProfile> profile();

  /**
   * All sensors there are or were.
   *
   * @return by region number; iterated in order of their putting in
   */
  Map<Integer, SharedSensor> sensors();

  /**
   * When the first was put in.
   *
   * @return the moment
   */
  Instant since();

  /**
   * How the process is.
   *
   * @return its status now
   */
  ProcessStatus status();
}
