package io.flowgauge.log.read;

import java.util.List;

/**
 * The contents found in the rings of dead processes. Immutable and thread-safe.
 *
 * @param streams how many streams had events or drops in them
 * @param events events that were not in a block yet and were appended to the log
 * @param losses what could not be read
 */
public record Recovery(int streams, long events, List<LogLoss> losses) {
  /** Nothing was left. */
  static final Recovery NONE = new Recovery(0, 0, List.of());

  /**
   * Takes the parts.
   *
   * @param streams how many threads had logged
   * @param events events that were appended
   * @param losses what could not be read
   */
  public Recovery {
    losses = List.copyOf(losses);
  }
}
