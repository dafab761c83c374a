package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import java.nio.ByteBuffer;
import java.util.List;

/** Splits the bytes that an application sends into blocks. */
final class BlockDecoder extends ByteToMessageDecoder {
  /** The header of a block that has not fully arrived; null between blocks. */
  private BlockHeader header;

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (header == null) {
      header = header(in);
    }
    if (header != null && in.readableBytes() >= header.blockBytes()) {
      ByteBuffer bytes = ByteBuffer.allocate(header.blockBytes());
      in.readBytes(bytes);
      out.add(new ReceivedBlock(header, bytes.flip().order(header.order())));
      header = null;
    }
  }

  /** Returns the header that begins here, or null if it is incomplete. */
  private static BlockHeader header(ByteBuf in) {
    ByteBuffer head = ByteBuffer.allocate(Math.min(in.readableBytes(), BlockHeader.BYTES));
    in.getBytes(in.readerIndex(), head);
    head.flip();
    if (!BlockHeader.mayBeginAt(head, 0)) {
      throw new CorruptedFrameException("found bytes that are not a block of an event log");
    }
    try {
      return head.limit() < BlockHeader.BYTES ? null : BlockHeader.decode(head);
    } catch (FormatException e) {
      throw new CorruptedFrameException(e.getMessage(), e);
    }
  }
}
