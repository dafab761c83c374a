package io.flowgauge.activation.collect;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.Objects;
import java.util.Set;

/**
 * A file that stays open for writing. If somebody moves or deletes it, as {@code logrotate} does,
 * another one of its name takes its place. Any thread may close it; apart from that, it is not
 * thread-safe.
 */
public final class NamedFile implements Closeable {
  private final Path path;
  private final Set<OpenOption> options;
  private final FileAttribute<?>[] attributes;
  private volatile FileChannel channel;

  /** Identifies the open file; null on systems without file keys. */
  private Object key;

  /**
   * Opens a file.
   *
   * @param options how to open it
   * @param attributes attributes of a file that is created
   */
  public NamedFile(Path path, Set<OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    this.path = path;
    this.options = Set.copyOf(options);
    this.attributes = attributes.clone();
    open();
  }

  private void open() throws IOException {
    channel = FileChannel.open(path, options, attributes);
    key = key();
  }

  /** Opens another file if the path no longer names the open one; returns whether it does so. */
  public boolean reopenIfReplaced() throws IOException {
    if (isInPlace()) {
      return false;
    }
    channel.close();
    open();
    return true;
  }

  private boolean isInPlace() {
    try {
      return Objects.equals(key, key());
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true; // It is impossible to tell, and the open file can still be written to.
    }
  }

  private Object key() throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /** Returns the channel of the open file. */
  public FileChannel channel() {
    return channel;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
