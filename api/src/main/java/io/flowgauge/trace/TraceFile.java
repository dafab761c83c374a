package io.flowgauge.trace;

import java.nio.file.Path;

/**
 * A file offered to readers, with its beginning so that they can recognise its content. Immutable
 * and thread-safe.
 *
 * @param path path of the file
 * @param head its first {@value #HEAD_CHARS} characters or fewer, decoded as UTF-8; invalid bytes
 *     become U+FFFD. For a file packed with gzip or xz, these are the first characters of its
 *     content, as {@link io.flowgauge.Flowgauge#open} returns it
 */
public record TraceFile(Path path, String head) {
  /** Number of characters that readers may inspect to recognise a file. */
  public static final int HEAD_CHARS = 8192;

  /**
   * The file's name in messages.
   *
   * @return the path as given
   */
  public String name() {
    return path.toString();
  }

  /**
   * Creates an error about this file.
   *
   * @param place line or JSON path; empty for the file as a whole
   * @param found what was found
   * @param expected what was expected instead
   * @return the exception to throw
   */
  public TraceFormatException error(String place, String found, String expected) {
    return new TraceFormatException(name(), place, found, expected);
  }

  /**
   * The file's name without folders.
   *
   * @return the last element of the path; empty if it has none
   */
  public String fileName() {
    Path last = path.getFileName();
    return last == null ? "" : last.toString();
  }
}
