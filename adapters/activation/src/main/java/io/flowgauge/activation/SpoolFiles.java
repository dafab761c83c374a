package io.flowgauge.activation;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Opens the files of a spool; tests open others, which fail. No channels: those close when a thread
 * that uses them is interrupted, and threads of others read here.
 */
interface SpoolFiles {
  SpoolFiles REAL = path -> new RandomAccessFile(path.toFile(), "rw");

  RandomAccessFile open(Path path) throws IOException;
}
