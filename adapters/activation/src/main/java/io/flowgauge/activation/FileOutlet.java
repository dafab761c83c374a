package io.flowgauge.activation;

import io.flowgauge.activation.collect.NamedFile;
import io.flowgauge.activation.collect.Spool;
import io.flowgauge.activation.collect.SpoolChunk;
import io.flowgauge.activation.collect.SpoolCounts.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;

/**
 * Appends a request's events to a file. If the service died between appending and acknowledging,
 * the length of the file shows what was appended, so that nothing is appended twice.
 */
final class FileOutlet implements Closeable {
  private final Spool spool;
  private final NamedFile file;
  private long position;

  FileOutlet(Path path, Spool spool) throws IOException {
    this.spool = spool;
    file = new NamedFile(path, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
    position = spool.acknowledged();
    long known = spool.count(Kind.FILE_END) - 1;
    resume(known < 0 ? 0 : Math.max(0, file.channel().size() - known));
  }

  /** Skips the blocks that are in the file already, and cuts off an incomplete one. */
  private void resume(long appended) throws IOException {
    long left = appended;
    Optional<SpoolChunk> block = spool.read(position, 0);
    while (block.isPresent() && block.get().bytes().remaining() <= left) {
      left -= block.get().bytes().remaining();
      position = block.get().end();
      block = spool.read(position, 0);
    }
    if (block.isPresent() && left > 0) {
      file.channel().truncate(file.channel().size() - left);
    }
    spool.acknowledge(position, file.channel().size());
  }

  /** Returns the position in the spool to continue from. */
  long position() {
    return position;
  }

  /** Appends blocks and acknowledges them. Continues in a new file if the old one is gone. */
  void forward(SpoolChunk chunk) throws IOException {
    if (file.reopenIfReplaced()) {
      spool.acknowledge(position, file.channel().size());
    }
    FileChannel to = file.channel();
    long end = to.size();
    ByteBuffer left = chunk.bytes();
    int length = left.remaining();
    try {
      while (left.hasRemaining()) {
        to.write(left, end + length - left.remaining());
      }
    } catch (IOException e) {
      to.truncate(end);
      throw e;
    }
    position = chunk.position() + length;
    spool.acknowledge(position, end + length);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
