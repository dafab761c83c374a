package io.flowgauge.log.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** A destination for the blocks of a log. Thread-safe. */
public interface LogDestination {
  /**
   * Opens this destination: creates a file, or connects to a receiver.
   *
   * @return a sink for the blocks
   * @throws IOException if it cannot be opened now; the log will try again
   */
  LogSink open() throws IOException;

  /**
   * Whether this destination takes blocks as promptly as a file, without waiting for a peer. Other
   * destinations get their own thread and copies of the blocks.
   *
   * @return false by default
   */
  default boolean isPrompt() {
    return false;
  }

  /**
   * Parses a destination.
   *
   * @param to a scheme, a colon and an address; see {@link LogSinkProvider}
   * @return the destination
   * @throws IllegalArgumentException if the scheme is unknown, or the address is not valid for it
   */
  static LogDestination parse(String to) {
    Objects.requireNonNull(to, "to");
    return Schemes.parse(to);
  }

  /**
   * A file, which is created if it is missing, and appended to otherwise.
   *
   * @param path where it is
   * @return the destination
   */
  static LogDestination file(Path path) {
    return new FileDestination(path);
  }
}
