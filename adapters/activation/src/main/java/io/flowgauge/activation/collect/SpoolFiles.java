package io.flowgauge.activation.collect;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Opens the files of a spool; tests substitute files that fail. They are not channels, because a
 * channel closes when a thread using it is interrupted, and threads of the host program read here.
 */
public interface SpoolFiles {
  /** Opens real files. */
  SpoolFiles REAL = path -> new RandomAccessFile(path.toFile(), "rw");

  /**
   * Opens a file.
   *
   * @param path the file, created if it is missing
   */
  RandomAccessFile open(Path path) throws IOException;
}
