package io.flowgauge.report.html;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.flowgauge.report.document.JsonDocument;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Base64;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Encodes JSON as zlib (RFC 1950) in Base64: whatever names the data contain, the result consists
 * of letters, digits, plus, slash and equals signs, so it cannot end the HTML element that contains
 * it.
 */
final class PackedData {
  private PackedData() {}

  static String of(JsonDocument.Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION);
    try (OutputStream text = Base64.getEncoder().wrap(bytes);
        OutputStream deflated = new DeflaterOutputStream(text, deflater, 1 << 16)) {
      JsonDocument.writeCompact(deflated, fields);
    } finally {
      deflater.end();
    }
    return bytes.toString(US_ASCII);
  }
}
