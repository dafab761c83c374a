package io.flowgauge.log.sink;

/**
 * Makes destinations of one scheme; found by {@link java.util.ServiceLoader}. Thread-safe.
 *
 * <p>Built-in schemes: {@code file:PATH}, a file to append to, created again if somebody moves or
 * deletes it; {@code dir:PATH?max=BYTES&keep=COUNT&age=SECONDS}, a directory of files, each of
 * about that size and age at most, of which the newest are kept; {@code tcp://HOST:PORT}; {@code
 * unix:PATH}, a listening Unix domain socket.
 */
public interface LogSinkProvider {
  /**
   * The scheme of its destinations.
   *
   * @return the text before the first colon, in lower case
   */
  String scheme();

  /**
   * Makes a destination without opening it.
   *
   * @param address the text after the first colon
   * @return the destination
   * @throws IllegalArgumentException if the address is not valid
   */
  LogDestination destination(String address);
}
