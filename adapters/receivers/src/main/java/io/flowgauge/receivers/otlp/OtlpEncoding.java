package io.flowgauge.receivers.otlp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.CodedOutputStream;
import io.flowgauge.live.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The encoding of a post and of the reply to it. */
enum OtlpEncoding {
  PROTOBUF("application/x-protobuf") {
    @Override
    byte[] accepted() {
      return new byte[0]; // A response without any fields.
    }

    @Override
    byte[] status(String message) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try {
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        out.writeString(STATUS_MESSAGE, message);
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  },

  JSON("application/json") {
    @Override
    byte[] accepted() {
      return "{}".getBytes(StandardCharsets.UTF_8);
    }

    @Override
    byte[] status(String message) {
      String json = JsonNodeFactory.instance.objectNode().put("message", message).toString();
      return json.getBytes(StandardCharsets.UTF_8);
    }
  };

  static final int BAD_REQUEST = 400;
  static final int TOO_LARGE = 413;
  static final int UNSUPPORTED = 415;

  /** Status to which exporters respond by sending the post again. */
  static final int LATER = 503;

  /** Number of the field of a {@code google.rpc.Status} that holds its message. */
  private static final int STATUS_MESSAGE = 2;

  private final String contentType;

  OtlpEncoding(String contentType) {
    this.contentType = contentType;
  }

  /**
   * Returns the encoding of a media type.
   *
   * @throws IllegalArgumentException if there is none
   */
  static OtlpEncoding of(String contentType) {
    for (OtlpEncoding each : values()) {
      if (each.contentType.equalsIgnoreCase(contentType)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "spans come as "
            + PROTOBUF.contentType
            + " or "
            + JSON.contentType
            + ", but the content type is "
            + (contentType.isEmpty() ? "not given" : contentType));
  }

  abstract byte[] accepted();

  abstract byte[] status(String message);

  Reply acceptance() {
    return Reply.of(200, contentType, accepted());
  }

  Reply refusal(int status, String message) {
    return Reply.of(status, contentType, status(message));
  }
}
