package io.flowgauge.log.format;

/** Thrown for bytes that violate the format; the message says what was found instead. */
public final class FormatException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception for bytes that violate the format. */
  public FormatException(String message) {
    super(message, null, false, false);
  }
}
