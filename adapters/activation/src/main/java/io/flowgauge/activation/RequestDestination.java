package io.flowgauge.activation;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Where the events of a request go. */
sealed interface RequestDestination {
  /** To a receiver that connects to the service. */
  record Connection() implements RequestDestination {}

  /** Appended to a file. */
  record File(Path path) implements RequestDestination {}

  /**
   * Sent as blocks.
   *
   * @param host name or address of the host
   */
  record Tcp(String host, int port) implements RequestDestination {
    /** Its address as of now; unresolved if the host is not known. */
    InetSocketAddress address() {
      return new InetSocketAddress(host, port);
    }
  }

  /** Prefix of a file. */
  String FILE = "file:";

  /** Prefix of a host. */
  String TCP = "tcp://";

  static RequestDestination parse(String text) {
    if (text.equals(ActivationRequest.CONNECTION)) {
      return new Connection();
    }
    if (text.startsWith(FILE) && text.length() > FILE.length() && text.indexOf('\0') < 0) {
      return new File(Path.of(text.substring(FILE.length())).toAbsolutePath().normalize());
    }
    if (text.startsWith(TCP)) {
      return tcp(text);
    }
    throw notSuch(text);
  }

  private static Tcp tcp(String text) {
    try {
      URI uri = new URI(text);
      boolean plain =
          uri.getPath().isEmpty() && uri.getQuery() == null && uri.getUserInfo() == null;
      if (plain && uri.getHost() != null && uri.getPort() > 0 && uri.getPort() <= 0xFFFF) {
        return new Tcp(uri.getHost(), uri.getPort());
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(notSuch(text).getMessage(), e);
    }
    throw notSuch(text);
  }

  private static IllegalArgumentException notSuch(String text) {
    return new IllegalArgumentException(
        "to must be connection, file:PATH or tcp://HOST:PORT, was '" + text + "'");
  }
}
