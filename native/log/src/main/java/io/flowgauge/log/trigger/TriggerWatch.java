package io.flowgauge.log.trigger;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Notices when a trigger file says something else. It reads the whole file each time: that costs
 * microseconds, and unlike its time and size its text tells of every change. Not thread-safe.
 */
public final class TriggerWatch {
  private final TriggerFile file;

  /** What was read last; null before the first time. */
  private byte[] seen;

  /**
   * Watches a file.
   *
   * @param file the file
   */
  public TriggerWatch(TriggerFile file) {
    this.file = Objects.requireNonNull(file, "file");
  }

  /**
   * Looks at the file.
   *
   * @return what it says, if this is the first look or the text is another than at the last one; a
   *     missing file has none
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
   * What is watched.
   *
   * @return the file
   */
  public TriggerFile file() {
    return file;
  }
}
