package io.flowgauge.cli;

/** Arguments that are wrong or contradict each other. */
public final class WrongUsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what is wrong, and what would be right
   */
  public WrongUsageException(String message) {
    super(message);
  }
}
