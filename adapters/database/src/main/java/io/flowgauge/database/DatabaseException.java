package io.flowgauge.database;

import java.io.IOException;

/** A database that cannot be used; the message says what helps. */
public final class DatabaseException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong and what to do.
   *
   * @param message the database, what happened, what helps
   * @param cause what the database said; null if it said nothing
   */
  public DatabaseException(String message, Throwable cause) {
    super(message, cause);
  }
}
