package io.flowgauge.activation.collect;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.io.IOException;

/** Passes on the blocks of one connection, and closes it when anything else arrives. */
@SuppressWarnings("FutureReturnValueIgnored") // A failure closes the channel, which is noticed.
final class IntakeHandler extends SimpleChannelInboundHandler<ReceivedBlock> {
  private final Intake intake;
  private boolean closed;

  /** Bytes of the blocks received, and how many of them were acknowledged. */
  private long receivedBytes;

  private long acknowledged;

  IntakeHandler(Intake intake) {
    this.intake = intake;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, ReceivedBlock block) {
    intake.accept(block);
    receivedBytes += block.header().blockBytes();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    acknowledge(context);
  }

  /** Acknowledges what was received, unless the application does not read its acknowledgements. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    if (receivedBytes > acknowledged && context.channel().isWritable()) {
      acknowledge(context);
    }
  }

  private void acknowledge(ChannelHandlerContext context) {
    acknowledged = receivedBytes;
    context.writeAndFlush(context.alloc().buffer(Long.BYTES).writeLongLE(receivedBytes));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException || closed)) {
      intake.countDamaged(); // An IOException means that the connection broke.
    }
    closed = true;
    context.close();
  }
}
