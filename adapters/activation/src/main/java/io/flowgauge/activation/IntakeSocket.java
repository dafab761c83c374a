package io.flowgauge.activation;

import io.flowgauge.activation.collect.Intake;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerDomainSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** The socket to which applications send their events. Not thread-safe. */
final class IntakeSocket implements Closeable {
  private static final int BACKLOG = 128;

  private final Channel channel;

  /** Binds the socket; applications are let in only by {@link #startAccepting}. */
  IntakeSocket(SocketAddress at, int mostConnections, EventLoopGroup loop, Supplier<Intake> intake)
      throws IOException {
    requireLocal(at);
    ConnectionLimit limit = new ConnectionLimit(mostConnections);
    boolean unix = at instanceof UnixDomainSocketAddress;
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loop)
            .channel(unix ? NioServerDomainSocketChannel.class : NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.AUTO_READ, false)
            // What an application has sent before it closed is still read, though it gets no
            // acknowledgement.
            .childOption(ChannelOption.AUTO_CLOSE, false)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(limit).addLast(intake.get().handlers());
                  }
                });
    if (!unix) {
      bootstrap.option(ChannelOption.SO_REUSEADDR, true);
    }
    channel = bind(bootstrap, at);
  }

  private static void requireLocal(SocketAddress at) {
    boolean local =
        at instanceof UnixDomainSocketAddress
            || (at instanceof InetSocketAddress internet
                && internet.getAddress() != null
                && internet.getAddress().isLoopbackAddress());
    if (!local) {
      throw new IllegalArgumentException(
          "applications send unencrypted, so the address they send to must be a Unix socket"
              + " or a loopback address, was "
              + at);
    }
  }

  private static Channel bind(ServerBootstrap bootstrap, SocketAddress at) throws IOException {
    removeStale(at);
    try {
      ChannelFuture bound = bootstrap.bind(at).await();
      if (!bound.isSuccess()) {
        throw new IOException("address " + at + ": " + bound.cause().getMessage(), bound.cause());
      }
      return bound.channel();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while binding " + at);
    }
  }

  /** Removes the Unix socket that a killed service left behind. */
  private static void removeStale(SocketAddress at) throws IOException {
    if (at instanceof UnixDomainSocketAddress unix) {
      Path path = unix.getPath();
      if (Files.isRegularFile(path) || Files.isDirectory(path)) {
        throw new IOException(path + " exists and is not a socket");
      }
      Files.deleteIfExists(path);
    }
  }

  void startAccepting() {
    channel.config().setAutoRead(true);
  }

  /** Returns the address, as written in a trigger entry. */
  String trigger() {
    if (channel.localAddress() instanceof InetSocketAddress internet) {
      String host = internet.getAddress().getHostAddress();
      boolean six = host.indexOf(':') >= 0;
      return "tcp://" + (six ? "[" + host + "]" : host) + ":" + internet.getPort();
    }
    Path path = ((UnixDomainSocketAddress) channel.localAddress()).getPath();
    return "unix:" + path.toAbsolutePath();
  }

  @Override
  public void close() throws IOException {
    SocketAddress at = channel.localAddress();
    channel.close().awaitUninterruptibly();
    if (at instanceof UnixDomainSocketAddress unix) {
      Files.deleteIfExists(unix.getPath());
    }
  }
}
