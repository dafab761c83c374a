package io.flowgauge.cli;

/** Arguments that make no sense together. */
final class WrongUsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Wrong usage.
   *
   * @param message what is wrong, and what would be right
   */
  WrongUsageException(String message) {
    super(message);
  }
}
