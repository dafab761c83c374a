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

/** Settings of an activation service about to be opened. Not thread-safe. */
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
   * Serves consumers of this machine at a TCP port.
   *
   * @param port the port, or 0 for any that is free
   * @return this
   * @throws IllegalArgumentException if it is no port
   */
  public ActivationServiceBuilder listen(int port) {
    return listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /**
   * Serves consumers at an address. One that can be reached from other machines needs {@link #tls};
   * where that is given, all TCP addresses are protected by it.
   *
   * @param address a TCP or a Unix socket address; port 0 is any that is free
   * @return this
   */
  public ActivationServiceBuilder listen(SocketAddress address) {
    listenAt.add(Objects.requireNonNull(address, "address"));
    return this;
  }

  /**
   * Where applications send their events.
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
   * Protects TCP connections with consumers, and those to hosts that events go to. Both sides show
   * a certificate.
   *
   * @param stores our key and whom we trust
   * @return this
   */
  public ActivationServiceBuilder tls(TlsStores stores) {
    tls = Optional.of(stores);
    return this;
  }

  /**
   * Allows consumers that come by a socket to have events written to files in a folder; by default
   * they may not.
   *
   * @param allowed the folder
   * @return this
   */
  public ActivationServiceBuilder filesBelow(Path allowed) {
    filesBelow = Optional.of(allowed.toAbsolutePath().normalize());
    return this;
  }

  /**
   * Most requests at a time.
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
   * Most connections of consumers at each address, and of applications; those beyond are closed at
   * once.
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
   * Most bytes one request may ask to have buffered.
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

  /** For tests: another clock, or files that fail. */
  ActivationServiceBuilder settings(ServiceSettings other) {
    settings = other;
    return this;
  }

  /**
   * Opens the service, and takes up the requests that are in its folder.
   *
   * @return an open service
   * @throws IOException if an address is taken, another service works in the folder, or a file
   *     cannot be written
   * @throws IllegalArgumentException if an address can be reached from other machines and there is
   *     no TLS, or it is for applications
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
