package io.flowgauge.traces.files;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes files that appear under their names only once they are complete. Stateless. */
public final class WholeFile {
  private WholeFile() {}

  /** Writes the content of a file. */
  public interface Content<T> {
    T write(OutputStream out) throws IOException;
  }

  /**
   * Writes a file, replacing any existing one only on success.
   *
   * @param file a file, a link to one, or a device or pipe, which is written directly
   * @throws IOException if it cannot be written; an existing file is then unchanged
   */
  public static <T> T write(Path file, Content<T> content) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      // Opens it by its own name: a pipe that /dev/stdout names has no real path.
      return write(file, content, StandardOpenOption.WRITE);
    }
    Path target = Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file;
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new NoSuchFileException(file.toString(), null, "its folder does not exist");
    }
    // Not Files.createTempFile, whose files only their owner may read, which would remain so.
    Path part = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
    try {
      T written = write(part, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      force(part);
      move(part, target);
      return written;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static <T> T write(Path file, Content<T> content, StandardOpenOption... how)
      throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file, how))) {
      return content.write(out);
    }
  }

  /** Otherwise the new name may reach the disk before the content. */
  private static void force(Path part) throws IOException {
    try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
      written.force(true);
    }
  }

  private static void move(Path part, Path target) throws IOException {
    try {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
