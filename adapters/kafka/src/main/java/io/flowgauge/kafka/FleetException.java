package io.flowgauge.kafka;

/** Kafka does not do what a fleet needs. */
final class FleetException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FleetException(String message) {
    super(message);
  }

  FleetException(String message, Throwable cause) {
    super(message, cause);
  }
}
