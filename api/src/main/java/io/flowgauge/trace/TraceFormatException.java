package io.flowgauge.trace;

import java.io.IOException;

/**
 * Thrown when input does not yield a run. The message is one line: the file, the place in it, what
 * was found and what was expected. Not thread-safe.
 */
public final class TraceFormatException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 200;

  /** Long enough for a list of all formats. */
  private static final int SHOWN_EXPECTED = 600;

  /**
   * Creates an exception.
   *
   * @param file name of the file
   * @param place line or JSON path; empty for the file as a whole
   * @param found what was found
   * @param expected what was expected instead
   */
  public TraceFormatException(String file, String place, String found, String expected) {
    super(
        file
            + (place.isEmpty() ? "" : ": " + oneLine(place, SHOWN))
            + ": found "
            + oneLine(found, SHOWN)
            + ", expected "
            + oneLine(expected, SHOWN_EXPECTED));
  }

  /**
   * Creates an exception with a cause.
   *
   * @param file name of the file
   * @param place line or JSON path; empty for the file as a whole
   * @param found what was found
   * @param expected what was expected instead
   * @param cause the error that revealed it
   */
  public TraceFormatException(
      String file, String place, String found, String expected, Throwable cause) {
    this(file, place, found, expected);
    initCause(cause);
  }

  /** Makes control characters visible and cuts long texts, since input can contain anything. */
  private static String oneLine(String text, int most) {
    String cut = text.length() > most ? text.substring(0, most) + "…" : text;
    StringBuilder line = new StringBuilder(cut.length());
    cut.chars().forEach(c -> line.append(Character.isISOControl(c) ? '\uFFFD' : (char) c));
    return line.toString();
  }
}
