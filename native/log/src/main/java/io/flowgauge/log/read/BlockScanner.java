package io.flowgauge.log.read;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the blocks of a file, one after the other. Where none begins it goes on to the next place
 * where one does, and notes what it passed over. Of a block it looks at the header; at the events
 * only if no other block follows, as then it may have been cut off and others written behind it.
 * Not thread-safe.
 */
final class BlockScanner {
  /** Takes the blocks that were found. */
  interface Sink {
    void accept(BlockRef block) throws IOException;
  }

  private static final int WINDOW = 1 << 16;
  private static final int NONE = -1;
  private static final String CUT_OFF = "a block that is cut off";

  private final LogBytes file;
  private final ByteBuffer frame = ByteBuffer.allocate(BlockHeader.BYTES);
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW);
  private final List<LogLoss> passed = new ArrayList<>();
  private long position;

  /** Bytes of the file when it was scanned last; what has been appended since is not looked at. */
  private long size;

  private String reason = "";

  BlockScanner(LogBytes file) {
    this.file = file;
  }

  /** Finds the blocks that are whole by now, from where the last call ended. */
  void scan(Sink found) throws IOException {
    size = file.size();
    boolean more = true;
    while (more && position < size) {
      BlockHeader header = header(position);
      more = header == null ? passOver() : take(header, found);
    }
  }

  private BlockHeader header(long at) throws IOException {
    try {
      return BlockHeader.decode(file.read(at, BlockHeader.BYTES, frame));
    } catch (FormatException e) {
      reason = e.getMessage();
      return null;
    }
  }

  private boolean take(BlockHeader header, Sink found) throws IOException {
    long end = position + header.blockBytes();
    if (end > size) {
      return takeTorn(header, found);
    }
    BlockRef block = new BlockRef(file, position, header);
    if (end < size && !mayBeginAt(end) && !isSound(block)) {
      return takeTorn(header, found);
    }
    found.accept(block);
    position = end;
    return true;
  }

  /** A block that is not all there: the file's last, or others were written over its end. */
  private boolean takeTorn(BlockHeader header, Sink found) throws IOException {
    long next = nextHeader(position + BlockHeader.BYTES);
    if (next == NONE && position + header.blockBytes() > size) {
      return false; // Perhaps it is still being written.
    }
    long end = next == NONE ? size : next;
    BlockRef block = new BlockRef(file, position, header);
    block.torn(CUT_OFF, end - position);
    found.accept(block);
    position = end;
    return true;
  }

  private boolean mayBeginAt(long at) throws IOException {
    return BlockHeader.mayBeginAt(file.read(at, BlockHeader.BYTES, frame), 0);
  }

  private boolean isSound(BlockRef block) throws IOException {
    try {
      block.bodies(window);
      return true;
    } catch (FormatException e) {
      return false;
    }
  }

  /**
   * Looks for the next block from a little before on: where a block was cut off and its missing
   * bytes are just those another one begins with, both are whole.
   */
  private boolean passOver() throws IOException {
    if (size - position < BlockHeader.BYTES && mayBeginAt(position)) {
      return false; // Perhaps it is still being written.
    }
    String found = reason;
    long next = nextHeader(Math.max(0, position - BlockHeader.MARKER_BYTES + 1));
    long end = next == NONE ? tail() : next;
    if (end > position) {
      passed.add(new LogLoss(file.path(), position, end - position, 0, found));
    }
    position = end;
    return next != NONE;
  }

  /**
   * Where the next block begins whose header is whole and sound. One that was appended after the
   * scan began does not count: the block before it may be whole as well by now.
   */
  private long nextHeader(long from) throws IOException {
    for (long at = from; at <= size - BlockHeader.BYTES; ) {
      ByteBuffer bytes = file.read(at, (int) Math.min(WINDOW, size - at), window);
      int last = bytes.limit() - BlockHeader.BYTES;
      for (int k = 0; k <= last; k++) {
        if (BlockHeader.mayBeginAt(bytes, k) && header(at + k) != null) {
          return at + k;
        }
      }
      at += Math.max(1, last + 1);
    }
    return NONE;
  }

  /** Where a header may have begun that is not whole yet: at most the last bytes of the file. */
  private long tail() throws IOException {
    long from = Math.max(position + 1, size - BlockHeader.BYTES + 1);
    for (long at = from; at < size; at++) {
      if (mayBeginAt(at)) {
        return at;
      }
    }
    return size;
  }

  /** What no block was found in. */
  List<LogLoss> passed() {
    return passed;
  }

  /**
   * What was after the last whole block when the file was scanned, if anything was.
   *
   * @param elsewhere whether the events of a block are to be had elsewhere
   */
  Optional<LogLoss> unfinished(Predicate<BlockHeader> elsewhere) throws IOException {
    long left = size - position;
    BlockHeader header = left <= 0 ? null : header(position);
    if (left <= 0 || (header != null && elsewhere.test(header))) {
      return Optional.empty();
    }
    long events = header == null ? 0 : header.events();
    return Optional.of(new LogLoss(file.path(), position, left, events, CUT_OFF));
  }
}
