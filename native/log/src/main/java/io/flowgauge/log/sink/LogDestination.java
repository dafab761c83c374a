package io.flowgauge.log.sink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** Where blocks of a log can go. Thread-safe. */
public interface LogDestination {
  /**
   * Opens it: makes a file, connects to a receiver.
   *
   * @return what takes the blocks
   * @throws IOException if it cannot be opened now; it will be tried again
   */
  LogSink open() throws IOException;

  /**
   * Whether it takes what it is given as promptly as a file does, never waiting for anybody. Others
   * get a thread and a copy of what they are to take.
   *
   * @return false by default
   */
  default boolean isPrompt() {
    return false;
  }

  /**
   * The destination a text names.
   *
   * @param to a scheme, a colon, and what the scheme needs; see {@link LogSinkProvider}
   * @return the destination
   * @throws IllegalArgumentException if there is no such scheme, or it does not understand the rest
   */
  static LogDestination parse(String to) {
    Objects.requireNonNull(to, "to");
    return Schemes.parse(to);
  }

  /**
   * A file, which is made if it is missing, and else appended to.
   *
   * @param path where it is
   * @return the destination
   */
  static LogDestination file(Path path) {
    return new FileDestination(path);
  }
}
