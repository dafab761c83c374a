package io.flowgauge.html;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.metrics.render.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * JSON, deflated (RFC 1950) and in Base64: letters, digits, plus, slash and equals signs, whatever
 * names the data holds, so that nothing of it can end the element it is in.
 */
final class PackedData {
  private static final JsonFactory FACTORY = new JsonFactory();

  private PackedData() {}

  /** Writes the fields of the data's object. */
  interface Fields {
    void write(Json json) throws IOException;
  }

  static String of(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    try (OutputStream text = Base64.getEncoder().wrap(bytes);
        OutputStream deflated = new DeflaterOutputStream(text, deflater, 1 << 16);
        JsonGenerator generator = FACTORY.createGenerator(deflated)) {
      Json json = new Json(generator);
      json.object(() -> fields.write(json));
    } finally {
      deflater.end();
    }
    return bytes.toString(US_ASCII);
  }
}
