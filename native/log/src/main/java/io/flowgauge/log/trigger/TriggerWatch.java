package io.flowgauge.log.trigger;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Notices when a trigger file changes. It reads the whole file each time, which takes microseconds
 * and, unlike a comparison of time and size, detects every change. Not thread-safe.
 */
public final class TriggerWatch {
  private final TriggerFile file;

  /** The last content read; null before the first read. */
  private byte[] seen;

  /**
   * Creates a watch of a file.
   *
   * @param file the file
   */
  public TriggerWatch(TriggerFile file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  /**
   * Checks the file.
   *
   * @return its entries if this is the first check or the text has changed since the last, else
   *     empty; a missing file counts as an empty one
   * @throws IOException if it cannot be read, or has more than 1 MiB
   */
  public Optional<Triggers> poll() throws IOException {
    byte[] text = file.bytes().orElse(new byte[0]);
    if (Arrays.equals(text, seen)) {
      return Optional.empty();
    }
    seen = text;
    return Optional.of(Triggers.parse(text));
  }

  /**
   * The file that is watched.
   *
   * @return the file
   */
  public TriggerFile file() {
    return file;
  }
}
