package io.flowgauge.activation.collect;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;

/** Passes on the blocks of one connection, and closes it when anything else arrives. */
@SuppressWarnings("FutureReturnValueIgnored") // What fails closes the channel, which is seen.
final class IntakeHandler extends SimpleChannelInboundHandler<ReceivedBlock> {
  private final Intake intake;
  private boolean closed;

  IntakeHandler(Intake intake) {
    this.intake = intake;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ReceivedBlock block) {
    intake.accept(block);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException || closed)) {
      intake.damaged(); // Connections may break.
    }
    closed = true;
    context.close();
  }
}
