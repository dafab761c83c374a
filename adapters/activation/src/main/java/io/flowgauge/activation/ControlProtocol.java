package io.flowgauge.activation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/** The words of the protocol between consumers and the service; see the package. */
final class ControlProtocol {
  static final int VERSION_NUMBER = 1;

  /** Most bytes of a line that a consumer sends. */
  static final int MAX_COMMAND = 1 << 16;

  /** Most bytes of a line that the service sends: a status of each request fits. */
  static final int MAX_ANSWER = 1 << 22;

  /** Most bytes of blocks that follow a line: the largest block fits. */
  static final int MAX_BLOCKS = 1 << 22;

  /** Most bytes sent but not acknowledged. */
  static final int WINDOW = 1 << 22;

  /** Seconds of silence after which a connection counts as dead. */
  static final int SILENCE_SECONDS = 120;

  /** Seconds of silence after which a consumer sends a ping. */
  static final int PING_SECONDS = 30;

  static final String VERSION = "version";
  static final String OP = "op";
  static final String TOKEN = "token";
  static final String REQUEST = "request";
  static final String CANCEL = "cancel";
  static final String LIST = "list";
  static final String STATUS = "status";
  static final String RECEIVE = "receive";
  static final String ACKNOWLEDGE = "acknowledge";
  static final String PING = "ping";

  static final String FROM = "from";
  static final String POSITION = "position";
  static final String BYTES = "bytes";
  static final String DELIVER = "deliver";
  static final String ENDED = "ended";
  static final String REQUESTS = "requests";
  static final String CANCELLED = "cancelled";
  static final String PONG = "pong";

  private static final byte[] LINE_END = {'\n'};

  private ControlProtocol() {}

  /** A message of a consumer. */
  static ObjectNode command(String op) {
    return RequestJson.object().put(VERSION, VERSION_NUMBER).put(OP, op);
  }

  static ByteBuf line(ObjectNode text) {
    return Unpooled.wrappedBuffer(RequestJson.bytes(text), LINE_END);
  }

  static ByteBuf line(ObjectNode text, ByteBuffer blocks) {
    return Unpooled.wrappedBuffer(line(text), Unpooled.wrappedBuffer(blocks));
  }
}
