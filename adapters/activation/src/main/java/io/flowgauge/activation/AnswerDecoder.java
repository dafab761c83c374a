package io.flowgauge.activation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Cuts what the service sends into answers: a line, and the blocks that follow it. */
final class AnswerDecoder extends ByteToMessageDecoder {
  /**
   * What the service says.
   *
   * @param text the line
   * @param blocks what followed, possibly nothing
   */
  record Answer(ObjectNode text, ByteBuffer blocks) {}

  /** Of the answer whose blocks are not whole yet. */
  private ObjectNode text;

  private int blockBytes;

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (text == null) {
      readLine(in);
    }
    if (text != null && in.readableBytes() >= blockBytes) {
      ByteBuffer blocks = ByteBuffer.allocate(blockBytes);
      in.readBytes(blocks);
      out.add(new Answer(text, blocks.flip()));
      text = null;
    }
  }

  private void readLine(ByteBuf in) {
    int length = in.bytesBefore((byte) '\n');
    if (length > Protocol.MAX_ANSWER || (length < 0 && in.readableBytes() > Protocol.MAX_ANSWER)) {
      throw new TooLongFrameException("an answer of more than " + Protocol.MAX_ANSWER + " bytes");
    }
    if (length >= 0) {
      byte[] line = new byte[length];
      in.readBytes(line).skipBytes(1);
      begin(line);
    }
  }

  private void begin(byte[] line) {
    try {
      text = Json.parse(line);
      long bytes = text.has(Protocol.BYTES) ? Json.whole(text, Protocol.BYTES) : 0;
      if (bytes < 0 || bytes > Protocol.MAX_BLOCKS) {
        throw new CorruptedFrameException(bytes + " bytes of blocks");
      }
      blockBytes = (int) bytes;
    } catch (IOException | IllegalArgumentException e) {
      throw new CorruptedFrameException("no answer of an activation service", e);
    }
  }
}
