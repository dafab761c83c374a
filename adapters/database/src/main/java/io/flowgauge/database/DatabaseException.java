package io.flowgauge.database;

import java.io.IOException;

/** Thrown if a database cannot be used; the message says what to do. */
public final class DatabaseException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception whose message says what is wrong and what to do.
   *
   * @param cause the error of the database; null if there was none
   */
  public DatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
