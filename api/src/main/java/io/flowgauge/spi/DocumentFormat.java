package io.flowgauge.spi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * Keeps documents of plain values in files: maps by text, lists, texts, numbers, truth values.
 * Implementations are stateless and thread-safe.
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
   * @param document values by key, in the order in which they are written; numbers are finite
   * @param file where to; a file of that name is replaced
   * @throws IOException if the file cannot be written
   */
  void write(Map<String, ?> document, Path file) throws IOException;

  /**
   * Reads a document.
   *
   * @param file what was written
   * @return its values by key, all numbers as {@link Double}
   * @throws IOException if the file cannot be read; a {@link
   *     io.flowgauge.trace.TraceFormatException} if it is no such document
   */
  Map<String, Object> read(Path file) throws IOException;
}
