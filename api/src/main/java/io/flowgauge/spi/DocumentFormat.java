package io.flowgauge.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Stores documents of plain values in files: maps with text keys, lists, texts, numbers and
 * booleans. Implementations are stateless and thread-safe.
 */
public interface DocumentFormat {

  /**
   * The implementation on the class path or module path.
   *
   * @return the first one found
   * @throws IllegalStateException if there is none
   */
  static DocumentFormat installed() {
    return ServiceLoader.load(DocumentFormat.class, DocumentFormat.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "DocumentFormat is missing: put flowgauge-traces on the class path or module"
                        + " path"));
  }

  /**
   * Writes a document. Numbers are kept exactly.
   *
   * @param document values by key, written in the order of the map; numbers must be finite
   * @param file the file to write; replaced if it exists
   * @throws IOException if the file cannot be written
   */
  void write(Map<String, ?> document, Path file) throws IOException;

  /**
   * Reads a document.
   *
   * @param file a file that {@link #write} wrote
   * @return its values by key, all numbers as {@link Double}
   * @throws IOException if the file cannot be read; a {@link
   *     io.flowgauge.trace.TraceFormatException} if it is not such a document
   */
  Map<String, Object> read(Path file) throws IOException;
}
