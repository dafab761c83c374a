package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/** A file of a spool: whole blocks, from a position on. Not thread-safe. */
final class Segment implements Closeable {
  static final String SUFFIX = ".nlb";

  private final Path path;
  private final RandomAccessFile file;
  private final long start;
  private long size;

  Segment(Path folder, long start, SpoolFiles files) throws IOException {
    this.start = start;
    path = folder.resolve(String.format(Locale.ROOT, "%020d%s", start, SUFFIX));
    file = files.open(path);
    size = file.length();
  }

  /** Returns the position of the first byte. */
  long start() {
    return start;
  }

  /** Returns the position after the last byte. */
  long end() {
    return start + size;
  }

  long size() {
    return size;
  }

  /** Appends a block, whole or not at all. */
  void append(ByteBuffer block) throws IOException {
    try {
      file.seek(size);
      byte[] bytes = block.hasArray() ? block.array() : copy(block);
      int begin = block.hasArray() ? block.arrayOffset() + block.position() : 0;
      file.write(bytes, begin, block.remaining());
      size += block.remaining();
    } catch (IOException e) {
      undoAppend(e);
      throw e;
    }
  }

  private static byte[] copy(ByteBuffer block) {
    byte[] bytes = new byte[block.remaining()];
    block.duplicate().get(bytes);
    return bytes;
  }

  private void undoAppend(IOException cause) {
    try {
      file.setLength(size);
    } catch (IOException e) {
      cause.addSuppressed(e); // The next block overwrites it.
    }
  }

  /** Returns the given number of bytes from a position on; fewer at the end of the segment. */
  ByteBuffer read(long position, int length) throws IOException {
    byte[] bytes = new byte[(int) Math.min(length, end() - position)];
    file.seek(position - start);
    file.readFully(bytes);
    return ByteBuffer.wrap(bytes);
  }

  /** Reports each sound block, and cuts off everything after the last of them. */
  void recover(Consumer<BlockHeader> found) throws IOException {
    long validBytes = 0;
    ReceivedBlock block = block(validBytes);
    while (block != null) {
      found.accept(block.header());
      validBytes += block.header().blockBytes();
      block = block(validBytes);
    }
    if (validBytes < size) {
      file.setLength(validBytes);
      size = validBytes;
    }
  }

  /** Returns the complete, undamaged block at an offset, or null. */
  ReceivedBlock block(long at) throws IOException {
    try {
      BlockHeader header = BlockHeader.decode(read(start + at, BlockHeader.BYTES));
      ReceivedBlock block = ReceivedBlock.of(read(start + at, header.blockBytes()));
      boolean whole = block.bytes().limit() == header.blockBytes();
      return whole && block.isSound() ? block : null;
    } catch (FormatException e) {
      return null;
    }
  }

  /** Cuts off everything after a position. */
  void truncateAt(long position) throws IOException {
    if (position < end()) {
      size = position - start;
      file.setLength(size);
    }
  }

  /** Forces the content to disk, so that it survives a power failure. */
  void force() throws IOException {
    file.getChannel().force(true);
  }

  /** Deletes the content. */
  void clear() throws IOException {
    file.setLength(0);
    size = 0;
  }

  Path path() {
    return path;
  }

  void delete() throws IOException {
    close();
    Files.deleteIfExists(path);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
