package io.flowgauge.cli.terminal;

import java.io.IOException;

/** The reader of standard output has closed it, as in {@code flowgauge report RUN | head}. */
public final class ClosedPipeException extends IOException {
  private static final long serialVersionUID = 1L;

  ClosedPipeException(IOException cause) {
    super("standard output is closed", cause);
  }
}
