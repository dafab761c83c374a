package io.flowgauge.activation;

import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolChunk;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Sends blocks to a host, which acknowledges nothing. Therefore the last blocks count as delivered
 * only once the connection has held for a while; if it breaks earlier, they are sent again. So a
 * block may arrive twice; readers skip the second.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails closes the channel, which is seen.
final class TcpOutlet implements EventOutlet {
  /** More than operating systems keep in flight. */
  private static final long UNDER_WAY = 8L << 20;

  private static final long SAFE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final int CONNECT_MILLIS = 10_000;

  private final Spool spool;
  private final Channel channel;

  /** End positions of the chunks that may be in flight. */
  private final Deque<Long> ends = new ArrayDeque<>();

  private long position;
  private long sentNanos = System.nanoTime();

  TcpOutlet(RequestDestination.Tcp to, Optional<SslContext> tls, EventLoopGroup loop, Spool spool)
      throws IOException, InterruptedException {
    this.spool = spool;
    position = spool.acknowledged();
    InetSocketAddress address = to.address();
    if (address.isUnresolved()) {
      throw new IOException("unknown host " + to.host());
    }
    Sockets.requireSafe(address, tls.isPresent());
    channel = connect(to, tls, loop, address);
  }

  private static Channel connect(
      RequestDestination.Tcp to,
      Optional<SslContext> tls,
      EventLoopGroup loop,
      InetSocketAddress address)
      throws IOException, InterruptedException {
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .option(ChannelOption.SO_KEEPALIVE, true)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    tls.ifPresent(
                        context ->
                            made.pipeline()
                                .addLast(context.newHandler(made.alloc(), to.host(), to.port())));
                  }
                });
    Channel made = await(bootstrap.connect(address)).channel();
    SslHandler handler = made.pipeline().get(SslHandler.class);
    if (handler != null && !handler.handshakeFuture().await().isSuccess()) {
      made.close();
      throw new IOException("TLS to " + address, handler.handshakeFuture().cause());
    }
    return made;
  }

  private static ChannelFuture await(ChannelFuture done) throws IOException, InterruptedException {
    if (!done.await().isSuccess()) {
      throw new IOException(String.valueOf(done.cause()), done.cause());
    }
    return done;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void forward(SpoolChunk chunk) throws IOException, InterruptedException {
    await(channel.writeAndFlush(Unpooled.wrappedBuffer(chunk.bytes())));
    position = chunk.end();
    sentNanos = System.nanoTime();
    ends.add(position);
    acknowledge(position - UNDER_WAY);
  }

  @Override
  public void idle() throws IOException {
    if (!channel.isActive()) {
      throw new IOException("connection to " + channel.remoteAddress() + " is broken");
    }
    if (System.nanoTime() - sentNanos > SAFE_NANOS) {
      acknowledge(position);
    }
  }

  private void acknowledge(long safe) {
    while (!ends.isEmpty() && ends.getFirst() <= safe) {
      spool.acknowledge(ends.removeFirst());
    }
  }

  @Override
  public void close() {
    channel.close();
  }
}
