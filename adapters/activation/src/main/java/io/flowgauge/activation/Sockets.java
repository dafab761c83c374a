package io.flowgauge.activation;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;

/** The kinds of sockets there are. */
final class Sockets {
  private Sockets() {}

  static EventLoopGroup loop(String name) {
    return new MultiThreadIoEventLoopGroup(
        1, new DefaultThreadFactory(name, true), NioIoHandler.newFactory());
  }

  static Class<? extends ServerChannel> server(SocketAddress address) {
    return address instanceof UnixDomainSocketAddress
        ? NioServerDomainSocketChannel.class
        : NioServerSocketChannel.class;
  }

  static Class<? extends Channel> client(SocketAddress address) {
    return address instanceof UnixDomainSocketAddress
        ? NioDomainSocketChannel.class
        : NioSocketChannel.class;
  }

  /** Whether an address belongs to this machine alone. */
  static boolean isLocal(SocketAddress address) {
    return address instanceof UnixDomainSocketAddress
        || (address instanceof InetSocketAddress internet
            && internet.getAddress() != null
            && internet.getAddress().isLoopbackAddress());
  }

  /**
   * Checks that what leaves the machine is protected.
   *
   * @throws IllegalArgumentException if it is not
   */
  static void requireSafe(SocketAddress address, boolean tls) {
    if (!tls && !isLocal(address)) {
      throw new IllegalArgumentException(
          "address "
              + address
              + " is not on this machine alone, which needs TLS with certificates on both sides:"
              + " give key and trust stores, or use a loopback address");
    }
  }
}
