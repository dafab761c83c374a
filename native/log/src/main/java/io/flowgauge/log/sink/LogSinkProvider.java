package io.flowgauge.log.sink;

/**
 * Makes destinations of one scheme; found by {@link java.util.ServiceLoader}. Thread-safe.
 *
 * <p>There are already: {@code file:PATH}, which is appended to, and made anew where somebody has
 * moved it away or deleted it; {@code dir:PATH?max=BYTES&keep=COUNT&age=SECONDS}, a directory of
 * files of about so many bytes and seconds, the newest of which are kept; {@code tcp://HOST:PORT};
 * {@code unix:PATH}, a Unix domain socket that listens.
 */
public interface LogSinkProvider {
  /**
   * What the destinations begin with.
   *
   * @return the text before the first colon, in lower case
   */
  String scheme();

  /**
   * Makes a destination. It is not opened yet.
   *
   * @param address the text after the first colon
   * @return the destination
   * @throws IllegalArgumentException if the text names none
   */
  LogDestination destination(String address);
}
