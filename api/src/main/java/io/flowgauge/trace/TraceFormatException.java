package io.flowgauge.trace;

import java.io.IOException;

/**
 * An input no run can be made of. Its message is one line: the file, the place in it, what was
 * found and what was expected.
 */
public final class TraceFormatException extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 200;

  /**
   * An input no run can be made of.
   *
   * @param file name of the file
   * @param place line or JSON path; empty for the file as a whole
   * @param found what was found
   * @param expected what was expected instead
   */
  public TraceFormatException(String file, String place, String found, String expected) {
    super(
        file
            + (place.isEmpty() ? "" : ": " + oneLine(place))
            + ": found "
            + oneLine(found)
            + ", expected "
            + oneLine(expected));
  }

  /**
   * The same, with the cause.
   *
   * @param file name of the file
   * @param place line or JSON path; empty for the file as a whole
   * @param found what was found
   * @param expected what was expected instead
   * @param cause what noticed it
   */
  public TraceFormatException(
      String file, String place, String found, String expected, Throwable cause) {
    this(file, place, found, expected);
    initCause(cause);
  }

  /** Inputs can hold anything: control characters become visible, and long texts are cut. */
  private static String oneLine(String text) {
    String cut = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    StringBuilder line = new StringBuilder(cut.length());
    cut.chars().forEach(c -> line.append(Character.isISOControl(c) ? '\uFFFD' : (char) c));
    return line.toString();
  }
}
