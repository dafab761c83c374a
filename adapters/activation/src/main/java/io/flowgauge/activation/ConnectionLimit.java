package io.flowgauge.activation;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.atomic.AtomicInteger;

/** Closes connections beyond a maximum number at once. */
@Sharable
@SuppressWarnings("FutureReturnValueIgnored") // A failure closes the channel, which is noticed.
final class ConnectionLimit extends ChannelInboundHandlerAdapter {
  private final int most;
  private final AtomicInteger open = new AtomicInteger();

  ConnectionLimit(int most) {
    this.most = most;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    context.channel().closeFuture().addListener(closed -> open.decrementAndGet());
    if (open.incrementAndGet() > most) {
      context.close();
    } else {
      super.channelActive(context);
    }
  }
}
