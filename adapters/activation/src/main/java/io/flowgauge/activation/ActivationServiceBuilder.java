package io.flowgauge.activation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Settings for opening an activation service. Not thread-safe. */
public final class ActivationServiceBuilder {
  private final Path folder;
  private final Path triggers;
  private final List<SocketAddress> listenAt = new ArrayList<>();
  private SocketAddress receiveAt;
  private Optional<TlsStores> tls = Optional.empty();
  private Optional<Path> filesBelow = Optional.empty();
  private ServiceSettings settings = ServiceSettings.USUAL;

  ActivationServiceBuilder(Path folder, Path triggers) {
    this.folder = folder.toAbsolutePath().normalize();
    this.triggers = triggers.toAbsolutePath().normalize();
    receiveAt = UnixDomainSocketAddress.of(this.folder.resolve("receive.sock"));
  }

  /**
   * Serves consumers on this machine at a TCP port. As every user of the machine can connect to it,
   * consumers present the token in the file {@code token} in the folder of the service, which only
   * its owner can read; with {@link #tls}, certificates take its place.
   *
   * @param port the port, or 0 for any free one
   * @return this
   * @throws IllegalArgumentException if it is not a port
   */
  public ActivationServiceBuilder listen(int port) {
    return listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /**
   * Serves consumers at an address. An address that other machines can reach needs {@link #tls},
   * which then protects all TCP addresses.
   *
   * @param address a TCP or Unix socket address; port 0 means any free port
   * @return this
   */
  public ActivationServiceBuilder listen(SocketAddress address) {
    listenAt.add(Objects.requireNonNull(address, "address"));
    return this;
  }

  /**
   * Sets the address to which applications send their events.
   *
   * @param address a Unix socket or a loopback address; by default the Unix socket {@code
   *     receive.sock} in the folder of the service
   * @return this
   */
  public ActivationServiceBuilder receiveAt(SocketAddress address) {
    receiveAt = Objects.requireNonNull(address, "address");
    return this;
  }

  /**
   * Protects TCP connections with consumers and with hosts that events go to. Both sides present a
   * certificate.
   *
   * @param stores our key and the certificates we trust
   * @return this
   */
  public ActivationServiceBuilder tls(TlsStores stores) {
    tls = Optional.of(stores);
    return this;
  }

  /**
   * Allows consumers that connect by a socket to have events written to files below a folder; by
   * default they may not.
   *
   * @param allowed the folder
   * @return this
   */
  public ActivationServiceBuilder filesBelow(Path allowed) {
    filesBelow = Optional.of(allowed.toAbsolutePath().normalize());
    return this;
  }

  /**
   * Sets the most requests at a time.
   *
   * @param most at least one; 256 by default
   * @return this
   * @throws IllegalArgumentException if it is less
   */
  public ActivationServiceBuilder maxRequests(int most) {
    settings = settings.withMaxRequests((int) positive("most", most));
    return this;
  }

  /**
   * Sets the most connections of consumers at each address, and of applications; further ones are
   * closed at once.
   *
   * @param most at least one; 256 by default
   * @return this
   * @throws IllegalArgumentException if it is less
   */
  public ActivationServiceBuilder maxConnections(int most) {
    settings = settings.withMaxConnections((int) positive("most", most));
    return this;
  }

  /**
   * Sets the largest buffer that a request may ask for, in bytes.
   *
   * @param most at least one; 64 GiB by default
   * @return this
   * @throws IllegalArgumentException if it is less
   */
  public ActivationServiceBuilder maxBuffer(long most) {
    settings = settings.withMaxBufferBytes(positive("most", most));
    return this;
  }

  private static long positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, was " + value);
    }
    return value;
  }

  /** For tests: sets another clock, or files that fail. */
  ActivationServiceBuilder settings(ServiceSettings other) {
    settings = other;
    return this;
  }

  /**
   * Opens the service and resumes the requests that are in its folder.
   *
   * @return an open service
   * @throws IOException if an address is in use, another service uses the folder, or a file cannot
   *     be written
   * @throws IllegalArgumentException if other machines can reach an address, and it is for
   *     applications or there is no TLS
   */
  public ActivationService open() throws IOException {
    return new ActivationService(this);
  }

  Path folder() {
    return folder;
  }

  Path triggers() {
    return triggers;
  }

  List<SocketAddress> listenAt() {
    return listenAt;
  }

  SocketAddress receiveAt() {
    return receiveAt;
  }

  Optional<TlsStores> tls() {
    return tls;
  }

  Optional<Path> filesBelow() {
    return filesBelow;
  }

  ServiceSettings settings() {
    return settings;
  }
}
