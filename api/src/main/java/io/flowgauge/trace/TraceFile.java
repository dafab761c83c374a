package io.flowgauge.trace;

import java.nio.file.Path;

/**
 * A file offered to readers, with its beginning for recognising its content. Not thread-safe.
 *
 * @param path where it is
 * @param head its first {@value #HEAD_CHARS} characters or fewer, decoded as UTF-8; bytes that are
 *     no text come out as U+FFFD
 */
public record TraceFile(Path path, String head) {
  /** Number of characters readers may look at to recognise a file. */
  public static final int HEAD_CHARS = 8192;

  /**
   * Name for messages.
   *
   * @return the path as given
   */
  public String name() {
    return path.toString();
  }

  /**
   * An error about this file.
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
   * The file's last name element.
   *
   * @return the name without folders
   */
  public String fileName() {
    Path last = path.getFileName();
    return last == null ? "" : last.toString();
  }
}
