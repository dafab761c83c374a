package io.flowgauge.activation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A connection to a service. Reads only on demand, so that what a slow consumer has not taken stays
 * with the service instead of filling the consumer's memory. Not thread-safe, except for closing.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails closes the channel, which is seen.
final class ServiceConnection implements Closeable {
  private static final int CONNECT_MILLIS = 10_000;

  /** An empty element is the last. */
  private final LinkedBlockingQueue<Optional<AnswerDecoder.Answer>> answers =
      new LinkedBlockingQueue<>();

  private final SocketAddress address;
  private final Optional<AccessToken> token;
  private final Channel channel;
  private volatile boolean waiting;
  private volatile Throwable cause;

  /** Puts answers into the queue, keeps the connection alive. */
  private final class Handler extends SimpleChannelInboundHandler<AnswerDecoder.Answer> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, AnswerDecoder.Answer answer) {
      if (!answer.text().has(ControlProtocol.PONG)) {
        answers.add(Optional.of(answer));
      } else if (waiting) {
        context.read();
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof IdleStateEvent idle) {
        if (idle.state() == IdleState.WRITER_IDLE) {
          context.writeAndFlush(line(ControlProtocol.command(ControlProtocol.PING)));
        } else if (waiting) {
          context.close();
        }
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      answers.add(Optional.empty());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
      cause = problem;
      context.close();
    }
  }

  ServiceConnection(
      SocketAddress address,
      Optional<SslContext> tls,
      Optional<AccessToken> token,
      EventLoopGroup loop)
      throws IOException, InterruptedException {
    this.address = address;
    this.token = token;
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channel(Sockets.client(address))
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .option(ChannelOption.AUTO_READ, false)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    tls.filter(context -> !(address instanceof UnixDomainSocketAddress))
                        .ifPresent(context -> protect(made, context, address));
                    made.pipeline()
                        .addLast(
                            new IdleStateHandler(
                                ControlProtocol.SILENCE_SECONDS, ControlProtocol.PING_SECONDS, 0),
                            new AnswerDecoder(),
                            new Handler());
                  }
                });
    ChannelFuture connected = bootstrap.connect(address).await();
    if (!connected.isSuccess()) {
      throw new IOException("no connection to " + address, connected.cause());
    }
    channel = connected.channel();
  }

  private static void protect(Channel made, SslContext context, SocketAddress address) {
    InetSocketAddress to = (InetSocketAddress) address;
    made.pipeline().addLast(context.newHandler(made.alloc(), to.getHostString(), to.getPort()));
  }

  void send(ObjectNode command) {
    channel.writeAndFlush(line(command));
  }

  private ByteBuf line(ObjectNode command) {
    token.ifPresent(secret -> command.put(ControlProtocol.TOKEN, secret.text()));
    return ControlProtocol.line(command);
  }

  /**
   * Waits for the next answer.
   *
   * @return the answer, or empty if none came in time
   */
  Optional<AnswerDecoder.Answer> take(long nanos) throws IOException, InterruptedException {
    Optional<AnswerDecoder.Answer> ready = answers.poll();
    Optional<AnswerDecoder.Answer> answer = ready == null ? await(nanos) : ready;
    if (answer == null) {
      return Optional.empty();
    }
    if (answer.isEmpty()) {
      answers.add(answer);
      throw new IOException("connection to " + address + " is broken", cause);
    }
    return answer;
  }

  /** The next answer, or null if none comes in time. */
  private Optional<AnswerDecoder.Answer> await(long nanos) throws InterruptedException {
    waiting = true;
    try {
      channel.read();
      return answers.poll(nanos, TimeUnit.NANOSECONDS);
    } finally {
      waiting = false;
    }
  }

  @Override
  public void close() {
    channel.close();
  }
}
