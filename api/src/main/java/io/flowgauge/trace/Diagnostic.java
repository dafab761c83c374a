package io.flowgauge.trace;

import java.util.Locale;
import java.util.Objects;

/**
 * A remark on input that is odd but usable. Immutable and thread-safe.
 *
 * @param severity how much it matters
 * @param where the place: an activity, a line, a JSON path
 * @param message what was found, and what it means for the results
 */
public record Diagnostic(Severity severity, String where, String message) {
  /** How much a diagnostic matters. Immutable and thread-safe. */
  public enum Severity {
    /** Part of the input could not be used. */
    ERROR,
    /** A result may be misleading. */
    WARNING,
    /** Worth knowing; nothing is wrong. */
    INFO;

    /**
     * The severity's name in documents.
     *
     * @return a lower-case word
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Checks the parts.
   *
   * @param severity how much it matters
   * @param where the place
   * @param message what was found
   */
  public Diagnostic {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(where, "where");
    Objects.requireNonNull(message, "message");
  }

  /**
   * A diagnostic of severity {@link Severity#ERROR}.
   *
   * @param where the place
   * @param message what was found
   * @return the diagnostic
   */
  public static Diagnostic error(String where, String message) {
    return new Diagnostic(Severity.ERROR, where, message);
  }

  /**
   * A diagnostic of severity {@link Severity#WARNING}.
   *
   * @param where the place
   * @param message what was found
   * @return the diagnostic
   */
  public static Diagnostic warning(String where, String message) {
    return new Diagnostic(Severity.WARNING, where, message);
  }

  /**
   * A diagnostic of severity {@link Severity#INFO}.
   *
   * @param where the place
   * @param message what was found
   * @return the diagnostic
   */
  public static Diagnostic info(String where, String message) {
    return new Diagnostic(Severity.INFO, where, message);
  }

  @Override
  public String toString() {
    return severity.label() + ": " + where + ": " + message;
  }
}
