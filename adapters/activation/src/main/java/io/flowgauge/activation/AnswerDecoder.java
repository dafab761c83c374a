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

/** Splits what the service sends into answers: a line, and the blocks that follow it. */
final class AnswerDecoder extends ByteToMessageDecoder {
  /** A message of the service. */
  record Answer(ObjectNode text, ByteBuffer blocks) {}

  /** The answer whose blocks have not all arrived yet. */
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
    if (length > ControlProtocol.MAX_ANSWER
        || (length < 0 && in.readableBytes() > ControlProtocol.MAX_ANSWER)) {
      throw new TooLongFrameException(
          "an answer of more than " + ControlProtocol.MAX_ANSWER + " bytes");
    }
    if (length >= 0) {
      byte[] line = new byte[length];
      in.readBytes(line).skipBytes(1);
      begin(line);
    }
  }

  private void begin(byte[] line) {
    try {
      text = RequestJson.parse(line);
      long bytes =
          text.has(ControlProtocol.BYTES) ? RequestJson.whole(text, ControlProtocol.BYTES) : 0;
      if (bytes < 0 || bytes > ControlProtocol.MAX_BLOCKS) {
        throw new CorruptedFrameException(bytes + " bytes of blocks");
      }
      blockBytes = (int) bytes;
    } catch (IOException | IllegalArgumentException e) {
      throw new CorruptedFrameException("not an answer of an activation service", e);
    }
  }
}
