package io.flowgauge.activation;

import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Forwards what requests collect whose events go to a file or a host. Thread-safe. */
final class Forwarding {
  private final EventLoopGroup loop;
  private final Optional<SslContext> tls;
  private final Map<ActiveRequest, Forwarder> running = new ConcurrentHashMap<>();

  /** Starts without anything to forward. */
  Forwarding(EventLoopGroup loop, Optional<SslContext> tls) {
    this.loop = loop;
    this.tls = tls;
  }

  /**
   * Checks that a destination on another machine is protected.
   *
   * @throws IllegalArgumentException if it is not
   */
  void check(ActivationRequest request) {
    if (tls.isEmpty() && request.destination() instanceof RequestDestination.Tcp to) {
      InetSocketAddress address = to.address();
      if (!address.isUnresolved()) {
        Sockets.requireSafe(address, false);
      }
    }
  }

  void begin(ActiveRequest request) {
    RequestDestination to = request.request().destination();
    if (to instanceof RequestDestination.File file) {
      start(request, spool -> new FileOutlet(file.path(), spool));
    } else if (to instanceof RequestDestination.Tcp tcp) {
      start(request, spool -> new TcpOutlet(tcp, tls, loop, spool));
    }
  }

  private void start(ActiveRequest request, EventOutlet.Opener opener) {
    running.put(request, new Forwarder(request, opener));
  }

  void end(ActiveRequest request) throws IOException {
    Forwarder forwarder = running.remove(request);
    if (forwarder != null) {
      forwarder.close();
    }
  }
}
