package io.flowgauge.instrumentation;

import java.util.Objects;

/**
 * Why something was not done. Expected failures are values, not exceptions. Immutable and
 * thread-safe.
 *
 * @param code the kind
 * @param message one sentence a person can act on
 */
public record Refusal(RefusalCode code, String message) {
  /**
   * Checks the parts.
   *
   * @param code the kind
   * @param message one sentence
   */
  public Refusal {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(message, "message");
  }

  @Override
  public String toString() {
    return code + ": " + message;
  }
}
