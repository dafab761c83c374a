package io.flowgauge.tuning;

import io.flowgauge.instrumentation.Change;
import java.time.Duration;
import java.util.Optional;

/**
 * Knows one way in which programs perform badly, and what to change in them ([MATE] §3). Found by
 * {@link java.util.ServiceLoader}. Stateless and thread-safe.
 */
public interface Tunlet {
  /**
   * Returns its name.
   *
   * @return lower-case words joined by hyphens, such as {@code spinning-ranks}
   */
  String name();

  /**
   * Returns what it does.
   *
   * @return a sentence
   */
  String description();

  /**
   * Returns what it must know about a process.
   *
   * @return what to watch; a process that has none of the regions, or none that the guard names, is
   *     left alone
   */
  Watch watch();

  /**
   * Returns how long a program is observed before each decision.
   *
   * @return a time above 0; 1.5 s by default
   */
  default Duration observed() {
    return Duration.ofMillis(1500);
  }

  /**
   * Decides whether to change something.
   *
   * @param observation what was seen of a program for some time
   * @return the change, to be made in all processes of the observation; empty if none is needed
   */
  Optional<Change> decide(Observation observation);

  /**
   * Returns the rate that the change must not reduce.
   *
   * @return the guard
   */
  Guard guard();
}
