package io.flowgauge.cli.terminal;

import java.io.IOException;
import java.util.regex.Pattern;

/** The reader of an output has closed it, as in {@code flowgauge report RUN | head}. */
public final class ClosedPipeException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Java has no type for it; the first is POSIX's, the others are Windows's. */
  private static final Pattern CLOSED = Pattern.compile("(?i)broken pipe|the pipe .*");

  ClosedPipeException(IOException cause) {
    super("the output is closed", cause);
  }

  /** What a stream says of a failure: a closed pipe, or what is wrong with an output by name. */
  public static IOException sorted(String output, IOException e) {
    return CLOSED.matcher(String.valueOf(e.getMessage())).matches()
        ? new ClosedPipeException(e)
        : new IOException(output + ": " + e.getMessage(), e);
  }
}
