package io.flowgauge.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The lines posted for one run, in a file in a folder of its own, because readers look for further
 * files next to it. The id of the run is in a file next to the folder. Thread-safe.
 */
final class PostedTrace {
  private static final String FILE = "trace.jsonl";
  private static final String ID = ".id";

  private final String id;
  private final Path folder;

  private PostedTrace(String id, Path folder) {
    this.id = id;
    this.folder = folder;
  }

  static PostedTrace create(String id, Path parent) throws IOException {
    PostedTrace trace = new PostedTrace(id, Files.createTempDirectory(parent, "run-"));
    try {
      Files.writeString(idFile(trace.folder), id, StandardCharsets.UTF_8);
      return trace;
    } catch (
        IOException
            e) { // Otherwise each repetition of a post, as on a full disk, would leave another
      // folder.
      trace.delete();
      throw e;
    }
  }

  /** Whether a folder contains a trace that was begun, not only prepared. */
  static boolean isIn(Path folder) {
    return Files.exists(idFile(folder)) && Files.exists(folder.resolve(FILE));
  }

  /**
   * Opens the trace of an earlier process, and cuts off a line that this process did not finish.
   */
  static PostedTrace reopen(Path folder) throws IOException {
    PostedTrace trace = new PostedTrace(Files.readString(idFile(folder)), folder);
    try (FileChannel channel =
        FileChannel.open(trace.file(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.truncate(endOfLastLine(channel));
    }
    return trace;
  }

  private static long endOfLastLine(FileChannel channel) throws IOException {
    ByteBuffer block = ByteBuffer.allocate(1 << 16);
    for (long end = channel.size(); end > 0; ) {
      long begin = Math.max(0, end - block.capacity());
      block.clear().limit((int) (end - begin));
      while (block.hasRemaining() && channel.read(block, begin + block.position()) >= 0) {
        // Repeated until the whole block is read.
      }
      for (int at = block.position() - 1; at >= 0; at--) {
        if (block.get(at) == '\n') {
          return begin + at + 1;
        }
      }
      end = begin;
    }
    return 0;
  }

  private static Path idFile(Path folder) {
    return folder.resolveSibling(folder.getFileName() + ID);
  }

  String id() {
    return id;
  }

  Path file() {
    return folder.resolve(FILE);
  }

  /** Appends lines; if that fails, the file contains none of them. */
  synchronized void append(byte[] lines) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long before = channel.size();
      try {
        channel.position(before);
        for (ByteBuffer rest = ByteBuffer.wrap(lines); rest.hasRemaining(); ) {
          channel.write(rest);
        }
      } catch (IOException e) {
        channel.truncate(before);
        throw e;
      }
    }
  }

  synchronized void delete() throws IOException {
    Files.deleteIfExists(idFile(folder));
    Files.deleteIfExists(file());
    Files.deleteIfExists(folder);
  }
}
