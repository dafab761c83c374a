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
 * Finds the blocks of a file, one after another. Where no block begins, it skips to the next place
 * where one does, and records the skipped range. It reads only the header of a block; it also reads
 * the events if no other block follows directly, because then the block may have been cut off
 * before others were written. Not thread-safe.
 */
final class BlockScanner {
  /** Receives the blocks that were found. */
  interface Sink {
    void accept(BlockRef block) throws IOException;
  }

  private static final int WINDOW = 1 << 16;
  private static final int NONE = -1;

  /**
   * Most bytes that two blocks or headers share: those missing from the first, which was cut off,
   * may happen to equal the first bytes of the second.
   */
  private static final int SHARED = BlockHeader.MARKER_BYTES - 1;

  private static final String CUT_OFF = "a block that is cut off";

  private final LogBytes file;
  private final ByteBuffer frame = ByteBuffer.allocate(BlockHeader.BYTES);
  private final ByteBuffer window = ByteBuffer.allocate(WINDOW);
  private final List<LogLoss> skippedParts = new ArrayList<>();
  private long position;

  /** Size of the file when it was last scanned, in bytes; anything appended since is ignored. */
  private long size;

  private String reason = "";

  BlockScanner(LogBytes file) {
    this.file = file;
  }

  /**
   * Finds the blocks that are complete by now, starting where the last call ended, or at the
   * beginning if the file was emptied meanwhile.
   */
  void scan(Sink found) throws IOException {
    size = file.size();
    if (size < position) {
      position = 0;
    }
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

  /**
   * Handles an incomplete block: either the file's last, or one whose end is missing and after
   * which others were written.
   */
  private boolean takeTorn(BlockHeader header, Sink found) throws IOException {
    long next = nextHeader(position + BlockHeader.BYTES - SHARED);
    if (next == NONE && position + header.blockBytes() > size) {
      return false; // Perhaps it is still being written.
    }
    long end = next == NONE ? size : next;
    BlockRef block = new BlockRef(file, position, header);
    block.markTorn(CUT_OFF, end - position);
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
   * Looks for the next block, starting a little earlier, where one may share bytes with the last.
   */
  private boolean passOver() throws IOException {
    if (size - position < BlockHeader.BYTES && mayBeginAt(position)) {
      return false; // Perhaps it is still being written.
    }
    String found = reason;
    long next = nextHeader(Math.max(0, position - SHARED));
    long end = next == NONE ? tail() : next;
    if (end > position) {
      skippedParts.add(new LogLoss(file.path(), position, end - position, 0, found));
    }
    position = end;
    return next != NONE;
  }

  /**
   * Returns where the next block with a complete and undamaged header begins. Ignores blocks
   * appended after the scan began, because by now the block before them may be complete, too.
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

  /**
   * Returns where an incomplete header may begin, within the last bytes of the file; else the size.
   */
  private long tail() throws IOException {
    long from = Math.max(position + 1, size - BlockHeader.BYTES + 1);
    for (long at = from; at < size; at++) {
      if (mayBeginAt(at)) {
        return at;
      }
    }
    return size;
  }

  /** The parts of the file in which no block was found. */
  List<LogLoss> skippedParts() {
    return skippedParts;
  }

  /**
   * Returns the bytes after the last complete block when the file was scanned, if any.
   *
   * @param elsewhere whether the events of a block are available elsewhere
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
