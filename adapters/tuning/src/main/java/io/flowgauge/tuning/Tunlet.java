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
   * Its name.
   *
   * @return lower-case words joined by hyphens, such as {@code spinning-ranks}
   */
  String name();

  /**
   * What it does.
   *
   * @return a sentence
   */
  String description();

  /**
   * What it must know about a process.
   *
   * @return the sensors; the tunlet ignores a process that has no region for one of them
   */
  Watch watch();

  /**
   * How long a program is observed before each decision.
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
   * The rate that the change must not reduce.
   *
   * @return the guard
   */
  Guard guard();
}
