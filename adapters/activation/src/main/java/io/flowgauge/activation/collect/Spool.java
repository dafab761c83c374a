package io.flowgauge.activation.collect;

import io.flowgauge.activation.collect.SpoolCounts.Kind;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Blocks that wait on disk for a consumer. The position of a block is the number of bytes before
 * it. The spool consists of files of bounded size; the oldest are deleted once everything in them
 * is acknowledged. Blocks for which there is no room are refused; what is in the spool stays.
 * Thread-safe.
 */
public final class Spool implements Closeable {
  private static final int SEGMENTS = 8;
  private static final long MAX_SEGMENT = 16L << 20;
  private static final String COUNTS = "counts";

  private final Path folder;
  private final SpoolFiles files;
  private final long limit;
  private final long segmentBytes;
  private final SpoolCounts counts;
  private final Deque<Segment> segments = new ArrayDeque<>();

  /** Bytes of all files. */
  private long bytes;

  private Optional<String> failure = Optional.empty();
  private boolean closed;

  /**
   * Opens a spool, and takes over what is in its folder.
   *
   * @param folder the folder, which exists
   * @param limit most bytes of all files together
   * @param found receives each block that is there
   */
  Spool(Path folder, long limit, SpoolFiles files, Consumer<BlockHeader> found) throws IOException {
    this.folder = folder;
    this.files = files;
    this.limit = limit;
    segmentBytes = Math.min(MAX_SEGMENT, limit / SEGMENTS);
    counts = new SpoolCounts(files.open(folder.resolve(COUNTS)));
    counts.store();
    for (long start : starts()) {
      Segment segment = new Segment(folder, start, files);
      segment.recover(found);
      segments.add(segment);
      bytes += segment.size();
    }
    if (segments.isEmpty() || segments.getLast().end() < acknowledged()) {
      segments.add(new Segment(folder, acknowledged(), files));
    }
  }

  private List<Long> starts() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.matches("\\d{20}\\.nlb"))
          .map(name -> Long.parseLong(name.substring(0, name.length() - Segment.SUFFIX.length())))
          .sorted()
          .toList();
    }
  }

  /** Whether there is room for a block, as far as the limit goes. */
  synchronized boolean hasRoom(ByteBuffer block) {
    return bytes + block.remaining() <= limit;
  }

  /**
   * Appends a block, even beyond the limit.
   *
   * @return whether it was written; if not, {@link #failure()} says why
   */
  synchronized boolean append(ByteBuffer block, int events) {
    try {
      if (segments.getLast().size() >= segmentBytes) {
        roll();
      }
      segments.getLast().append(block);
    } catch (IOException e) {
      failure = Optional.of(e.toString());
      return false;
    }
    failure = Optional.empty();
    bytes += block.remaining();
    counts.add(Kind.BUFFERED, events);
    notifyAll();
    return true;
  }

  private void roll() throws IOException {
    segments.add(new Segment(folder, end(), files));
  }

  /** Position after the last block. */
  synchronized long end() {
    return segments.getLast().end();
  }

  /** Position up to which the consumer has everything: bytes before it. */
  public synchronized long acknowledged() {
    return Math.max(counts.get(Kind.ACKNOWLEDGED), begin());
  }

  private long begin() {
    return segments.isEmpty() ? 0 : segments.getFirst().start();
  }

  /**
   * Reads whole blocks.
   *
   * @param from position of a block; if it was lost, reading goes on after the loss
   * @param most bytes to read, but at least a block
   * @return the blocks, or empty if there are none
   */
  public synchronized Optional<SpoolChunk> read(long from, int most) throws IOException {
    for (Segment segment : segments) {
      if (from < segment.end()) {
        long position = Math.max(from, segment.start());
        return Optional.of(new SpoolChunk(position, blocks(segment, position, most)));
      }
    }
    return Optional.empty();
  }

  /**
   * Checks a position to read from.
   *
   * @param position bytes before it
   * @throws IllegalArgumentException if the spool has not reached it yet, or no block begins there
   */
  public synchronized void requireBlockAt(long position) {
    if (position < 0 || position > end()) {
      throw new IllegalArgumentException(
          "position must be from 0 to " + end() + ", was " + position);
    }
    try {
      read(position, 0);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static ByteBuffer blocks(Segment segment, long from, int most) throws IOException {
    int first = blockBytes(segment, from);
    int length = (int) Math.min(Math.max(most, first), segment.end() - from);
    ByteBuffer read = segment.read(from, length);
    int whole = first;
    while (length - whole >= BlockHeader.BYTES) {
      int next = header(read.slice(whole, length - whole), from + whole).blockBytes();
      if (next > length - whole) {
        break;
      }
      whole += next;
    }
    return read.limit(whole);
  }

  private static int blockBytes(Segment segment, long at) throws IOException {
    return header(segment.read(at, BlockHeader.BYTES), at).blockBytes();
  }

  private static BlockHeader header(ByteBuffer bytes, long position) throws IOException {
    try {
      return BlockHeader.decode(bytes);
    } catch (FormatException e) {
      throw new IOException(
          "position " + position + " of the spool is not the beginning of a block", e);
    }
  }

  /**
   * Waits until there is something from a position on, or the spool is closed.
   *
   * @param position bytes before it
   * @param nanos for how long at most
   */
  public synchronized boolean await(long position, long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    long left = nanos;
    while (end() <= position && !closed && left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = deadline - System.nanoTime();
    }
    return end() > position;
  }

  /**
   * Records that the consumer has everything up to a position.
   *
   * @param position bytes before it
   */
  public synchronized void acknowledge(long position) {
    counts.set(Kind.ACKNOWLEDGED, Math.max(acknowledged(), Math.min(position, end())));
    storeCounts();
  }

  /**
   * Records that the consumer has everything up to a position, and the size of the file it was
   * appended to.
   *
   * @param position bytes before it
   */
  public synchronized void acknowledge(long position, long fileBytes) {
    counts.set(Kind.FILE_END, fileBytes + 1);
    acknowledge(position);
  }

  /** Whether there are files to delete, or files that could be deleted if room is needed. */
  synchronized boolean hasDone(boolean pressed) {
    return segments.getFirst().end() <= acknowledged()
        && (segments.size() > 1 || segments.getFirst().size() > (pressed ? 0 : segmentBytes / 2));
  }

  /** Deletes the files in which everything is acknowledged. */
  synchronized void deleteDone() throws IOException {
    if (segments.getLast().end() <= acknowledged() && segments.getLast().size() > 0) {
      roll();
    }
    while (segments.size() > 1 && segments.getFirst().end() <= acknowledged()) {
      Segment done = segments.removeFirst();
      bytes -= done.size();
      done.delete();
    }
  }

  synchronized void count(Kind kind, long events) {
    counts.add(kind, events);
  }

  /** The counters so far. */
  public synchronized long count(Kind kind) {
    return counts.get(kind);
  }

  synchronized void storeCounts() {
    try {
      counts.store();
    } catch (IOException e) {
      failure = Optional.of(e.toString());
    }
  }

  /** Bytes the consumer does not have yet. */
  public synchronized long waiting() {
    return end() - acknowledged();
  }

  /** Why the last block could not be written: what happened, or empty if it could. */
  public synchronized Optional<String> failure() {
    return failure;
  }

  /**
   * Whether nothing comes any more.
   *
   * @return whether it is closed
   */
  public synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    notifyAll();
    storeCounts();
    counts.close();
    for (Segment segment : segments) {
      segment.close();
    }
  }
}
