package io.flowgauge.activation;

import io.flowgauge.activation.collect.Intake;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The sockets of a service. Not thread-safe. */
final class Listeners implements Closeable {
  private static final int BACKLOG = 128;
  private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(1 << 18, 1 << 20);

  private final ServiceSettings settings;
  private final List<Channel> open = new ArrayList<>();

  Listeners(ServiceSettings settings) {
    this.settings = settings;
  }

  /** Binds the socket for applications, which are let in only by {@link #letIn}. */
  Channel bindForApplications(SocketAddress at, EventLoopGroup loop, Supplier<Intake> intake)
      throws IOException {
    if (!Sockets.isLocal(at)) {
      throw new IllegalArgumentException(
          "applications send unencrypted, so the address they send to must be a Unix socket"
              + " or a loopback address, was "
              + at);
    }
    ConnectionLimit limit = new ConnectionLimit(settings.maxConnections());
    ServerBootstrap bootstrap =
        bootstrap(at, loop)
            .option(ChannelOption.AUTO_READ, false)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(limit).addLast(intake.get().handlers());
                  }
                });
    return bind(bootstrap, at);
  }

  static void letIn(Channel applications) {
    applications.config().setAutoRead(true);
  }

  /** Serves consumers at an address. */
  Channel serve(
      SocketAddress at,
      Optional<SslContext> tls,
      EventLoopGroup loop,
      Supplier<ControlHandler> handler)
      throws IOException {
    boolean inside = at instanceof UnixDomainSocketAddress;
    Sockets.requireSafe(at, tls.isPresent());
    ConnectionLimit limit = new ConnectionLimit(settings.maxConnections());
    ServerBootstrap bootstrap =
        bootstrap(at, loop)
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(limit);
                    tls.filter(context -> !inside)
                        .ifPresent(c -> made.pipeline().addLast(c.newHandler(made.alloc())));
                    made.pipeline()
                        .addLast(
                            new IdleStateHandler(ControlProtocol.SILENCE_SECONDS, 0, 0),
                            new LineBasedFrameDecoder(ControlProtocol.MAX_COMMAND, true, true),
                            new FlowControlHandler(),
                            handler.get());
                  }
                });
    return bind(bootstrap, at);
  }

  private static ServerBootstrap bootstrap(SocketAddress at, EventLoopGroup loop) {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(loop)
            .channel(Sockets.server(at))
            .option(ChannelOption.SO_BACKLOG, BACKLOG);
    return at instanceof UnixDomainSocketAddress
        ? bootstrap
        : bootstrap.option(ChannelOption.SO_REUSEADDR, true);
  }

  private Channel bind(ServerBootstrap bootstrap, SocketAddress at) throws IOException {
    removeStale(at);
    try {
      ChannelFuture bound = bootstrap.bind(at).await();
      if (!bound.isSuccess()) {
        throw new IOException("address " + at + ": " + bound.cause().getMessage(), bound.cause());
      }
      open.add(bound.channel());
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

  /** The address of a bound socket, as written in a trigger entry. */
  static String trigger(Channel bound) {
    if (bound.localAddress() instanceof InetSocketAddress internet) {
      String host = internet.getAddress().getHostAddress();
      boolean six = host.indexOf(':') >= 0;
      return RequestDestination.TCP + (six ? "[" + host + "]" : host) + ":" + internet.getPort();
    }
    Path path = ((UnixDomainSocketAddress) bound.localAddress()).getPath();
    return "unix:" + path.toAbsolutePath();
  }

  @Override
  public void close() throws IOException {
    for (Channel channel : open) {
      SocketAddress at = channel.localAddress();
      channel.close().awaitUninterruptibly();
      if (at instanceof UnixDomainSocketAddress unix) {
        Files.deleteIfExists(unix.getPath());
      }
    }
  }
}
