package io.flowgauge.cli.terminal;

import java.io.IOException;
import java.util.regex.Pattern;

/** Thrown if the reader of an output has closed it, as in {@code flowgauge report RUN | head}. */
public final class ClosedPipeException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Messages about a closed pipe, for which Java has no exception; the first is POSIX's, the others
   * are Windows's.
   */
  private static final Pattern CLOSED = Pattern.compile("(?i)broken pipe|the pipe .*");

  ClosedPipeException(IOException cause) {
    super("the output is closed", cause);
  }

  /**
   * Converts a failure of a stream into a {@code ClosedPipeException}, or into an exception that
   * names the output.
   */
  public static IOException sorted(String output, IOException e) {
    return CLOSED.matcher(String.valueOf(e.getMessage())).matches()
        ? new ClosedPipeException(e)
        : new IOException(output + ": " + e.getMessage(), e);
  }
}
