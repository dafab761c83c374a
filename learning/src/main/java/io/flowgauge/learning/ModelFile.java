package io.flowgauge.learning;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.Flowgauge;
import io.flowgauge.learning.forecast.Knowledge;
import io.flowgauge.learning.saved.Checksum;
import io.flowgauge.learning.saved.Saved;
import io.flowgauge.spi.DocumentFormat;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads and writes model files, which hold a learned history. Stateless and thread-safe. */
final class ModelFile {
  private static final String FORMAT = "flowgauge model";
  private static final int VERSION = 1;
  private static final String CHECKSUM = "checksum";

  private static final Pattern HEAD =
      Pattern.compile("\\s*\\{\\s*\"format\"\\s*:\\s*\"" + FORMAT + "\".*", Pattern.DOTALL);

  /** Number of bytes within which the format is found, with any white space before it. */
  private static final int HEAD_BYTES = 256;

  private ModelFile() {}

  /** Whether a file begins like a model file. */
  static boolean isModel(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Flowgauge.open(file)) {
      return HEAD.matcher(new String(in.readNBytes(HEAD_BYTES), UTF_8)).matches();
    }
  }

  static void write(Map<String, Object> knowledge, Path file) throws IOException {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("format", FORMAT);
    document.put("version", VERSION);
    document.putAll(knowledge);
    document.put(CHECKSUM, Checksum.of(document));
    DocumentFormat.installed().write(document, file);
  }

  static Knowledge read(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new TraceFormatException(file.toString(), "", "a folder", "a model file");
    }
    Map<String, Object> document = DocumentFormat.installed().read(file);
    try {
      return knowledge(Saved.document(file.toString(), document), document);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Knowledge knowledge(Saved saved, Map<String, Object> document) {
    if (!saved.at("format").text().equals(FORMAT)) {
      throw saved.at("format").error('"' + FORMAT + '"');
    }
    if (saved.at("version").whole(1) != VERSION) {
      throw saved.at("version").error("version " + VERSION);
    }
    String expected = saved.at(CHECKSUM).text();
    Knowledge knowledge = Knowledge.from(saved);
    document.remove(CHECKSUM);
    if (!expected.equals(Checksum.of(document))) {
      throw saved.error(
          "values that do not match the checksum", "values with checksum " + expected);
    }
    return knowledge;
  }
}
