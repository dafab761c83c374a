package io.flowgauge.archive;

import io.flowgauge.database.DatabaseAddress;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Thrown if the database of an archive cannot be used, or can no longer be used. Committed events
 * stay; feeding the same logs again continues from there.
 */
public final class ArchiveException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception whose message says what is wrong and what to do.
   *
   * @param message the archive, what happened, and what to do
   * @param cause the error of the database
   */
  public ArchiveException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Creates an exception for an error of the database. */
  static ArchiveException of(DatabaseAddress address, SQLException error) {
    return new ArchiveException(address.message(error), error);
  }
}
