package io.flowgauge.fleet;

/** Thrown when Kafka fails at something that a fleet needs. */
public final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what went wrong, as a sentence
   */
  public FleetException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message what went wrong, as a sentence
   * @param cause what Kafka threw
   */
  public FleetException(String message, Throwable cause) {
    super(message, cause);
  }
}
