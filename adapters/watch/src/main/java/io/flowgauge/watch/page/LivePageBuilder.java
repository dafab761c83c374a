package io.flowgauge.watch.page;

import io.flowgauge.live.LiveMonitor;
import java.io.IOException;
import java.net.InetAddress;
import java.security.KeyStore;
import java.util.Objects;
import java.util.Optional;

/** Configures a {@link LivePage}. Not thread-safe. */
public final class LivePageBuilder {
  private static final int MOST_PORT = 65_535;
  private static final int LEAST_TOKEN = 16;

  private final LiveMonitor monitor;
  private String host = "127.0.0.1";
  private int port;
  private Optional<ServerKey> key = Optional.empty();
  private Optional<String> token = Optional.empty();

  LivePageBuilder(LiveMonitor monitor) {
    this.monitor = monitor;
  }

  /**
   * Sets the port.
   *
   * @param number 0 to 65535; 0, the default, means any free port
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public LivePageBuilder port(int number) {
    if (number < 0 || number > MOST_PORT) {
      throw new IllegalArgumentException("port must be 0 to 65535, but is " + number);
    }
    port = number;
    return this;
  }

  /**
   * Sets the address of the page. Any other than this machine's own loopback address needs {@link
   * #tls} and a {@link #token}.
   *
   * @param name name or address of an interface of this machine; by default 127.0.0.1
   * @param number 0 to 65535; 0 means any free port
   * @return this
   * @throws IllegalArgumentException if the port is out of range
   */
  public LivePageBuilder listen(String name, int number) {
    host = Objects.requireNonNull(name, "name");
    return port(number);
  }

  /**
   * Sets the key for HTTPS.
   *
   * @param keyStore holds a private key and its certificate
   * @param password password of the key
   * @return this
   */
  public LivePageBuilder tls(KeyStore keyStore, String password) {
    key = Optional.of(new ServerKey(keyStore, password));
    return this;
  }

  /**
   * Sets the token that readers and engines need. Engines send it as {@code Authorization: Bearer};
   * browsers open {@code /?token=…} and then keep it in a cookie.
   *
   * @param secret at least 16 characters of printable ASCII without spaces
   * @return this
   * @throws IllegalArgumentException if it is shorter, or has other characters
   */
  public LivePageBuilder token(String secret) {
    if (secret.length() < LEAST_TOKEN || !secret.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      throw new IllegalArgumentException(
          "a token must be " + LEAST_TOKEN + " or more printable ASCII characters without spaces");
    }
    token = Optional.of(secret);
    return this;
  }

  /**
   * Opens the page.
   *
   * @return the page, which can be reached when this returns
   * @throws IllegalStateException if other machines could reach it without TLS or without a token
   * @throws IOException if the address cannot be used
   */
  public LivePage open() throws IOException {
    InetAddress address = InetAddress.getByName(host);
    boolean isLocal = address.isLoopbackAddress();
    if (!isLocal && (key.isEmpty() || token.isEmpty())) {
      throw new IllegalStateException(
          "others can reach "
              + host
              + ": a page there needs "
              + (key.isEmpty() ? "TLS" : "")
              + ((key.isEmpty() && token.isEmpty()) ? " and " : "")
              + (token.isEmpty() ? "a token" : "")
              + "; otherwise listen on 127.0.0.1");
    }
    return new LivePage(
        PageServer.open(
            monitor,
            new PageSettings(
                host, port, isLocal, key, token.map(Token::new), PageSettings.PATIENCE)));
  }
}
