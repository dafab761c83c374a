package io.flowgauge.cli;

import java.io.IOException;

/** Who reads standard output wants no more of it, as in {@code flowgauge report RUN | head}. */
final class ClosedPipeException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * A closed pipe.
   *
   * @param cause what the operating system said
   */
  ClosedPipeException(IOException cause) {
    super("standard output is closed", cause);
  }
}
