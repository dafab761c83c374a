package io.flowgauge.sites.service;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.request.Admission;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.netty.channel.Channel;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Watches connections from the moment they are taken: closes those that are too many, and notes
 * those that end before they have shown a certificate that is valid here. Thread-safe.
 */
final class ConnectionWatch extends ServerTransportFilter {
  private static final int MOST = 1000;

  private final Admission admission;
  private final Set<SocketAddress> open = ConcurrentHashMap.newKeySet();
  private final Set<SocketAddress> authenticated = ConcurrentHashMap.newKeySet();

  ConnectionWatch(Admission admission) {
    this.admission = admission;
  }

  /** A listening socket whose connections are watched. */
  ServerChannel channel() {
    return new NioServerSocketChannel() {
      @Override
      protected int doReadMessages(List<Object> taken) throws Exception {
        int before = taken.size();
        int read = super.doReadMessages(taken);
        while (taken.size() > before && !watch((Channel) taken.get(before))) {
          taken.remove(before);
        }
        return read;
      }
    };
  }

  /** Whether a connection is kept. */
  private boolean watch(Channel connection) {
    SocketAddress peer = connection.remoteAddress();
    if (peer == null || open.size() >= MOST) {
      connection.unsafe().closeForcibly();
      refused(peer, RefusalCode.LIMIT, "more than " + MOST + " connections");
      return false;
    }
    open.add(peer);
    connection.closeFuture().addListener(closed -> over(peer));
    return true;
  }

  private void over(SocketAddress peer) {
    open.remove(peer);
    if (!authenticated.remove(peer)) {
      refused(
          peer,
          RefusalCode.PERMISSION,
          "the connection has ended without a certificate that is valid here");
    }
  }

  private void refused(SocketAddress peer, RefusalCode code, String reason) {
    admission.refused(String.valueOf(peer), new Refusal(code, reason));
  }

  /** TLS is set up. */
  @Override
  public Attributes transportReady(Attributes connection) {
    authenticated.add(connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    return connection;
  }
}
