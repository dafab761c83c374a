package io.flowgauge.store;

import io.flowgauge.database.DatabaseAddress;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Thrown if the database of a repository cannot be used, or can no longer be used. Stored runs
 * remain.
 */
public final class RepositoryException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception whose message says what is wrong and what to do.
   *
   * @param message the repository, what happened, and what to do
   * @param cause the error of the database; null if there was none
   */
  public RepositoryException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Creates an exception for an error of the database. */
  static RepositoryException of(DatabaseAddress address, SQLException error) {
    return new RepositoryException(address.message(error), error);
  }
}
