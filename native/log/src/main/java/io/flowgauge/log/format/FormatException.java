package io.flowgauge.log.format;

/** Bytes that are not what the format says; the message tells what was found instead. */
public final class FormatException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Bytes that are not what the format says.
   *
   * @param message what was found
   */
  public FormatException(String message) {
    super(message, null, false, false);
  }
}
