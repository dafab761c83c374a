package io.flowgauge.activation;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.Objects;

/** Settings for opening an activation service. Not thread-safe. */
public final class ActivationServiceBuilder {
  private final Path folder;
  private final Path triggers;
  private SocketAddress receiveAt;
  private ServiceSettings settings = ServiceSettings.USUAL;

  ActivationServiceBuilder(Path folder, Path triggers) {
    this.folder = folder.toAbsolutePath().normalize();
    this.triggers = triggers.toAbsolutePath().normalize();
    receiveAt = UnixDomainSocketAddress.of(this.folder.resolve("receive.sock"));
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
   * Sets the maximum number of requests at a time.
   *
   * @param most at least one; 256 by default
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public ActivationServiceBuilder maxRequests(int most) {
    settings = settings.withMaxRequests((int) positive("most", most));
    return this;
  }

  /**
   * Sets the maximum number of connections from applications; further ones are closed at once.
   *
   * @param most at least one; 256 by default
   * @return this
   * @throws IllegalArgumentException if it is below 1
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
   * @throws IllegalArgumentException if it is below 1
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
   * Opens the service and resumes the requests in its folder.
   *
   * @return an open service
   * @throws IOException if an address is in use, another service uses the folder, or a file cannot
   *     be written
   * @throws IllegalArgumentException if other machines can reach the address for applications
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

  SocketAddress receiveAt() {
    return receiveAt;
  }

  ServiceSettings settings() {
    return settings;
  }
}
