package io.flowgauge.log.read;

import java.util.List;

/**
 * The contents found in the rings of dead processes. Immutable and thread-safe.
 *
 * @param streams how many streams had logged or dropped an event
 * @param events events that were not in a block yet and were appended to the log
 * @param losses the parts that could not be read
 */
public record Recovery(int streams, long events, List<LogLoss> losses) {
  /** The recovery if no rings were left. */
  static final Recovery NONE = new Recovery(0, 0, List.of());

  /**
   * Copies the list.
   *
   * @param streams how many streams had logged
   * @param events events that were appended
   * @param losses what could not be read
   */
  public Recovery {
    losses = List.copyOf(losses);
  }
}
