package io.flowgauge.fleet;

/** Kafka does not do what a fleet needs. */
public final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what.
   *
   * @param message a sentence
   */
  public FleetException(String message) {
    super(message);
  }

  /**
   * Says what, and why.
   *
   * @param message a sentence
   * @param cause what Kafka threw
   */
  public FleetException(String message, Throwable cause) {
    super(message, cause);
  }
}
