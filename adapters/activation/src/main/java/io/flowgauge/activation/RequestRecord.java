package io.flowgauge.activation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.flowgauge.activation.collect.StateFiles;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The record of a request on disk.
 *
 * @param firstPosition position of its first event
 * @param salt makes the ids of the consumer's logs differ from all others
 */
record RequestRecord(ActivationRequest request, long firstPosition, long salt, boolean active) {
  private static final String NAME = "request.json";
  private static final String REQUEST = "request";
  private static final String FIRST = "first";
  private static final String SALT = "salt";
  private static final String ACTIVE = "active";

  /** Whether a folder belongs to a request. */
  static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  static RequestRecord load(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    byte[] text = Files.readAllBytes(file);
    try {
      JsonNode kept = RequestJson.parse(text);
      ActivationRequest request = RequestJson.request(RequestJson.object(kept, REQUEST));
      return new RequestRecord(
          request,
          kept.path(FIRST).asLong(),
          kept.path(SALT).asLong(),
          kept.path(ACTIVE).asBoolean());
    } catch (IllegalArgumentException e) {
      throw new TraceFormatException(file.toString(), REQUEST, e.getMessage(), "a request");
    } catch (IOException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  void store(Path folder) throws IOException {
    ObjectNode text = RequestJson.object();
    text.set(REQUEST, RequestJson.of(request));
    text.put(FIRST, firstPosition).put(SALT, salt).put(ACTIVE, active);
    StateFiles.replace(folder.resolve(NAME), RequestJson.bytes(text));
  }

  RequestRecord withActive(boolean collects) {
    return new RequestRecord(request, firstPosition, salt, collects);
  }
}
