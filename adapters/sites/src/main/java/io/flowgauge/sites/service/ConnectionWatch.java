package io.flowgauge.sites.service;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.request.RequestAdmission;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.SocketAddress;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Watches connections from the moment they are accepted, and notes those that end before they have
 * presented a valid certificate. When too many have presented none, the oldest of these is closed
 * in favour of a new one, so that a client that opens many and leaves them idle does not shut out
 * other clients. Thread-safe.
 */
final class ConnectionWatch extends ServerTransportFilter {
  static final int MOST_UNKNOWN = 500;
  static final int MOST_KNOWN = 1000;
  static final int MOST_OF_ONE = 100;

  private final RequestAdmission admission;

  /** Connections without a certificate so far, the oldest first. */
  private final Map<SocketAddress, Channel> unknown = new LinkedHashMap<>();

  private final Map<SocketAddress, SpiffeId> known = new HashMap<>();

  ConnectionWatch(RequestAdmission admission) {
    this.admission = admission;
  }

  /** Returns a listening socket whose connections are watched. */
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

  /** Starts to watch a connection; returns false if it is closed instead. */
  private synchronized boolean watch(Channel connection) {
    SocketAddress peer = connection.remoteAddress();
    if (peer == null || known.size() >= MOST_KNOWN) {
      connection.unsafe().closeForcibly();
      refused(peer, RefusalCode.LIMIT, "more than " + MOST_KNOWN + " connections");
      return false;
    }
    if (unknown.size() >= MOST_UNKNOWN) {
      SocketAddress eldest = unknown.keySet().iterator().next();
      ChannelFuture unused = unknown.remove(eldest).close();
      refused(
          eldest,
          RefusalCode.LIMIT,
          "more than " + MOST_UNKNOWN + " connections without a certificate; the oldest is closed");
    }
    unknown.put(peer, connection);
    connection.closeFuture().addListener(closed -> onConnectionClosed(peer, connection));
    return true;
  }

  private synchronized void onConnectionClosed(SocketAddress peer, Channel connection) {
    known.remove(peer);
    if (unknown.remove(peer, connection)) {
      refused(
          peer,
          RefusalCode.PERMISSION,
          "the connection has ended without a certificate that is valid here");
    }
  }

  private void refused(SocketAddress peer, RefusalCode code, String reason) {
    admission.refused(String.valueOf(peer), new Refusal(code, reason));
  }

  /** Called once TLS is set up. */
  @Override
  public synchronized Attributes transportReady(Attributes connection) {
    SpiffeId id = Peer.of(connection);
    SocketAddress peer = connection.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    Channel channel = unknown.remove(peer);
    if (channel == null) {
      return connection; // Closed for a newer one a moment ago.
    }
    known.put(peer, id);
    if (Collections.frequency(known.values(), id) > MOST_OF_ONE) {
      refused(peer, RefusalCode.LIMIT, "more than " + MOST_OF_ONE + " connections of " + id);
      ChannelFuture unused = channel.close();
    }
    return connection;
  }
}
