package io.flowgauge.log.read;

import io.flowgauge.log.format.BlockHeader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A log that may be moved or deleted while it is read: its writers go on in a new file of its name.
 * Files that were read stay open. Not thread-safe.
 */
final class FollowedLog implements Closeable {
  private final Path path;
  private final List<LogBytes> files = new ArrayList<>();
  private final List<BlockScanner> scanners = new ArrayList<>();

  /** Identifies the last file; null on systems without file keys. */
  private Object key;

  FollowedLog(Path path) throws IOException {
    this.path = path;
    open();
  }

  /** Opens the file. Its key is read first: if it is then replaced, that is noticed later. */
  private void open() throws IOException {
    Object next = key();
    LogBytes file = LogBytes.of(path);
    key = next;
    files.add(file);
    scanners.add(new BlockScanner(file));
  }

  /** Finds the blocks that came since the last call, also in a new file. */
  void scan(BlockScanner.Sink found) throws IOException {
    if (isReplaced()) {
      open();
    }
    for (BlockScanner scanner : scanners) {
      scanner.scan(found);
    }
  }

  private boolean isReplaced() {
    try {
      return !Objects.equals(key, key());
    } catch (IOException e) {
      return false; // There is no other file now, or it is impossible to tell.
    }
  }

  private Object key() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /** Returns what is missing in the files, as far as is known. */
  List<LogLoss> losses(Predicate<BlockHeader> elsewhere) throws IOException {
    List<LogLoss> all = new ArrayList<>();
    for (BlockScanner scanner : scanners) {
      all.addAll(scanner.skippedParts());
      scanner.unfinished(elsewhere).ifPresent(all::add);
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    for (LogBytes file : files) {
      file.close();
    }
  }
}
