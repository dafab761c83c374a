package io.flowgauge.activation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;

/** Reads and writes the JSON of requests on disk. */
final class RequestJson {
  private static final String ID = "id";

  private static final String EVENT = "event";
  private static final String WHERE = "where";
  private static final String TO = "to";
  private static final String LEASE = "lease";
  private static final String BUFFER = "buffer";
  private static final Set<String> REQUEST_NAMES = Set.of(ID, EVENT, WHERE, TO, LEASE, BUFFER);

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MAX_SECONDS = 1e9;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private RequestJson() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** Parses a JSON object. */
  static ObjectNode parse(byte[] text) throws IOException {
    JsonNode node = tree(text);
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new IOException(
        "found " + (node.isMissingNode() ? "nothing" : kind(node)) + ", expected a JSON object");
  }

  private static String kind(JsonNode node) {
    return node.getNodeType().toString().toLowerCase(Locale.ROOT);
  }

  private static JsonNode tree(byte[] text) throws IOException {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? 0 : e.getLocation().getByteOffset();
      throw new IOException(
          "found text that is not JSON"
              + (at > 0 ? " at byte " + at : "")
              + ", expected a JSON object",
          e);
    }
  }

  static byte[] bytes(ObjectNode text) {
    try {
      return MAPPER.writeValueAsBytes(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ObjectNode object(JsonNode from, String name) {
    if (from.get(name) instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException(name + " must be an object, was " + from.get(name));
  }

  private static String text(JsonNode from, String name) {
    JsonNode value = from.path(name);
    if (!value.isTextual()) {
      throw new IllegalArgumentException(name + " must be a text, was " + from.get(name));
    }
    return value.textValue();
  }

  private static long whole(JsonNode from, String name) {
    JsonNode value = from.path(name);
    if (!value.canConvertToLong() || !value.isIntegralNumber()) {
      throw new IllegalArgumentException(name + " must be a whole number, was " + from.get(name));
    }
    return value.longValue();
  }

  private static Duration seconds(JsonNode from, String name) {
    double seconds = from.path(name).asDouble(Double.NaN);
    if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
      throw new IllegalArgumentException(
          name + " must be 0 to 1000000000 seconds, was " + from.get(name));
    }
    return Duration.ofNanos((long) (seconds * NANOS_PER_SECOND));
  }

  static ObjectNode of(ActivationRequest request) {
    return object()
        .put(ID, request.id())
        .put(EVENT, request.event())
        .put(WHERE, request.where())
        .put(TO, request.to())
        .put(LEASE, request.lease().toNanos() / NANOS_PER_SECOND)
        .put(BUFFER, request.bufferBytes());
  }

  /** Parses a request; missing members take their defaults. */
  static ActivationRequest request(ObjectNode from) {
    for (Iterator<String> names = from.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!REQUEST_NAMES.contains(name)) {
        throw new IllegalArgumentException(
            "members of a request must be id, event, where, to, lease and buffer, found " + name);
      }
    }
    ActivationRequest request = ActivationRequest.of(text(from, ID), text(from, EVENT));
    request = from.has(WHERE) ? request.where(text(from, WHERE)) : request;
    request = from.has(TO) ? request.to(text(from, TO)) : request;
    request = from.has(LEASE) ? request.lease(seconds(from, LEASE)) : request;
    return from.has(BUFFER) ? request.buffer(whole(from, BUFFER)) : request;
  }
}
