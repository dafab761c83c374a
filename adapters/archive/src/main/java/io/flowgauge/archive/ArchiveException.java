package io.flowgauge.archive;

import io.flowgauge.database.DatabaseAddress;
import java.io.IOException;
import java.sql.SQLException;

/**
 * The database of an archive cannot be used, or not any more. What was committed before is there;
 * feeding the same logs again goes on from it.
 */
public final class ArchiveException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong and what to do.
   *
   * @param message the archive, what happened, what helps
   * @param cause what the database said
   */
  public ArchiveException(String message, Throwable cause) {
    super(message, cause);
  }

  /** An error of the database. */
  static ArchiveException of(DatabaseAddress address, SQLException error) {
    return new ArchiveException(address.message(error), error);
  }
}
