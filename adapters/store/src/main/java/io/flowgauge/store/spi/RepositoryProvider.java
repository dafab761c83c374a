package io.flowgauge.store.spi;

import java.io.IOException;

/** A kind of repository, found by {@link java.util.ServiceLoader}. Thread-safe. */
public interface RepositoryProvider {
  /** Whether a URL is of this kind. */
  boolean isFor(String url);

  /**
   * Opens a repository.
   *
   * @param mustExist whether to fail, and create nothing, if there is no repository
   * @throws IOException if it cannot be opened; the message says why and what to do
   * @throws IllegalArgumentException if the URL is malformed
   */
  ForeignTables open(String url, boolean mustExist) throws IOException;
}
