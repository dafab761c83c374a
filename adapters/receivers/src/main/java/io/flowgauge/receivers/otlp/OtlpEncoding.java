package io.flowgauge.receivers.otlp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.CodedOutputStream;
import io.flowgauge.live.Reply;
import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
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
    byte[] accepted(long rejected, String message) {
      return ExportTraceServiceResponse.newBuilder()
          .setPartialSuccess(
              ExportTracePartialSuccess.newBuilder()
                  .setRejectedSpans(rejected)
                  .setErrorMessage(message))
          .build()
          .toByteArray();
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
    byte[] accepted(long rejected, String message) {
      ObjectNode response = JsonNodeFactory.instance.objectNode();
      response
          .putObject("partialSuccess")
          .put("rejectedSpans", Long.toString(rejected)) // JSON has no integers of 64 bits.
          .put("errorMessage", message);
      return response.toString().getBytes(StandardCharsets.UTF_8);
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
        "the content type of spans must be "
            + PROTOBUF.contentType
            + " or "
            + JSON.contentType
            + ", but is "
            + (contentType.isEmpty() ? "not given" : contentType));
  }

  abstract byte[] accepted();

  abstract byte[] accepted(long rejected, String message);

  abstract byte[] status(String message);

  Reply acceptance() {
    return Reply.of(200, contentType, accepted());
  }

  /**
   * Returns the reply to a post of which only a part was accepted.
   *
   * @param rejected number of spans that were not
   */
  Reply acceptance(long rejected, String message) {
    return Reply.of(200, contentType, accepted(rejected, message));
  }

  Reply refusal(int status, String message) {
    return Reply.of(status, contentType, status(message));
  }
}
