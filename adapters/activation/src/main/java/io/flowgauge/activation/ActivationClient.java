package io.flowgauge.activation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Talks to an activation service in another process or on another machine. Thread-safe.
 *
 * <pre>{@code
 * try (ActivationClient client = ActivationClient.to(14380, Path.of("activation/token"))) {
 *   client.request(ActivationRequest.of("large", "transfer.*").where("BYTES>=65536"));
 *   try (EventReceiver receiver = client.receive("large")) {
 *     ...
 *   }
 * }
 * }</pre>
 *
 * <p>A receiver reconnects whenever its connection breaks and resumes where it was: as long as the
 * receiver exists, nothing is lost or delivered twice.
 */
public final class ActivationClient implements Closeable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final SocketAddress address;
  private final Optional<SslContext> tls;
  private final Optional<AccessToken> token;
  private final EventLoopGroup loop = Sockets.loop("flowgauge-activation-client");

  private ActivationClient(
      SocketAddress address, Optional<SslContext> tls, Optional<AccessToken> token) {
    this.address = address;
    this.tls = tls;
    this.token = token;
  }

  /**
   * Makes a client of a service on this machine that listens at a TCP port.
   *
   * @param port port of the service
   * @param token the file {@code token} in the folder of the service
   * @return a client
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it holds no token, or the port is not one
   */
  public static ActivationClient to(int port, Path token) throws IOException {
    return to(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), token);
  }

  /**
   * Makes a client of a service on this machine that listens at a loopback address.
   *
   * @param address a loopback address
   * @param token the file {@code token} in the folder of the service
   * @return a client
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it holds no token, or the address is not on this machine
   *     alone
   */
  public static ActivationClient to(InetSocketAddress address, Path token) throws IOException {
    Sockets.requireSafe(address, false);
    return new ActivationClient(address, Optional.empty(), Optional.of(AccessToken.read(token)));
  }

  /**
   * Makes a client of a service on this machine that listens at a Unix socket.
   *
   * @param address the socket
   * @return a client
   */
  public static ActivationClient to(UnixDomainSocketAddress address) {
    Objects.requireNonNull(address, "address");
    return new ActivationClient(address, Optional.empty(), Optional.empty());
  }

  /**
   * Makes a client of a service on any machine.
   *
   * @param address address of the service, whose certificate must be for its host
   * @param stores our key and the certificates we trust
   * @return a client
   * @throws IOException if the stores cannot be used
   */
  public static ActivationClient to(SocketAddress address, TlsStores stores) throws IOException {
    Objects.requireNonNull(address, "address");
    return new ActivationClient(address, Optional.of(stores.client()), Optional.empty());
  }

  /**
   * As {@link ActivationService#request}.
   *
   * @param request the request
   * @return its status so far
   * @throws IOException if the service cannot be reached
   * @throws IllegalArgumentException if the service refuses the request
   */
  public RequestStatus request(ActivationRequest request) throws IOException {
    ObjectNode command = ControlProtocol.command(ControlProtocol.REQUEST);
    command.set(ControlProtocol.REQUEST, RequestJson.of(request));
    return RequestJson.status(RequestJson.object(ask(command), ControlProtocol.STATUS));
  }

  /**
   * As {@link ActivationService#cancel}.
   *
   * @param id name of the request
   * @return whether there was such a request
   * @throws IOException if the service cannot be reached
   */
  public boolean cancel(String id) throws IOException {
    return ask(command(ControlProtocol.CANCEL, id)).path(ControlProtocol.CANCELLED).asBoolean();
  }

  /**
   * As {@link ActivationService#requests}.
   *
   * @return a status of each request, by name
   * @throws IOException if the service cannot be reached
   */
  public List<RequestStatus> requests() throws IOException {
    List<RequestStatus> all = new ArrayList<>();
    for (JsonNode each :
        ask(ControlProtocol.command(ControlProtocol.LIST)).path(ControlProtocol.REQUESTS)) {
      all.add(RequestJson.status(each));
    }
    return List.copyOf(all);
  }

  /**
   * As {@link ActivationService#status}.
   *
   * @param id name of the request
   * @return its status
   * @throws IOException if the service cannot be reached
   * @throws IllegalArgumentException if there is no such request
   */
  public RequestStatus status(String id) throws IOException {
    return RequestJson.status(
        RequestJson.object(ask(command(ControlProtocol.STATUS, id)), ControlProtocol.STATUS));
  }

  static ObjectNode command(String op, String id) {
    return ControlProtocol.command(op).put(RequestJson.ID, Objects.requireNonNull(id, "id"));
  }

  private ObjectNode ask(ObjectNode command) throws IOException {
    try (ServiceConnection connection = connect()) {
      connection.send(command);
      ObjectNode answer =
          connection
              .take(PATIENCE_NANOS)
              .orElseThrow(() -> new IOException(address + " does not answer"))
              .text();
      if (answer.has(RequestJson.ERROR)) {
        throw new IllegalArgumentException(answer.path(RequestJson.ERROR).asText());
      }
      return answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for " + address);
    }
  }

  ServiceConnection connect() throws IOException, InterruptedException {
    return new ServiceConnection(address, tls, token, loop);
  }

  /**
   * Receives what a request collects, starting with what has not been acknowledged yet. The first
   * call of {@link EventReceiver#next} connects.
   *
   * @param id name of the request
   * @return a receiver
   */
  public EventReceiver receive(String id) {
    return new RemoteReceiver(this, Objects.requireNonNull(id, "id"), OptionalLong.empty());
  }

  /**
   * Receives what a request collects, starting at a position.
   *
   * @param id name of the request
   * @param from end of the last delivery that is no longer needed
   * @return a receiver
   */
  public EventReceiver receive(String id, long from) {
    return new RemoteReceiver(this, Objects.requireNonNull(id, "id"), OptionalLong.of(from));
  }

  /** Closes all connections; receivers of this client then fail. */
  @Override
  public void close() {
    ServiceResources.shutDown(loop);
  }

  @Override
  public String toString() {
    return "ActivationClient[" + address + (tls.isPresent() ? ", TLS]" : "]");
  }
}
