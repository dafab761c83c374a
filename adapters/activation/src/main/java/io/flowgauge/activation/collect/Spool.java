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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Blocks that wait on disk for a consumer. The position of a block is the number of bytes before
 * it, counted from where the spool began. The spool consists of files of bounded size; the oldest
 * are deleted once everything in them is acknowledged. Blocks for which there is no room are
 * refused; those in the spool are kept. Appended blocks can be read once they are committed; if the
 * process is killed before that, they are lost. Thread-safe.
 */
public final class Spool implements Closeable {
  private static final int SEGMENTS = 8;
  private static final long MAX_SEGMENT = 16L << 20;
  private static final String COUNTS = "counts";
  private static final long NO_BLOCK = -1;

  private final Path folder;
  private final SpoolFiles files;
  private final long limit;
  private final long segmentBytes;
  private final SpoolCounts counts;
  private final Deque<Segment> segments = new ArrayDeque<>();

  /** Counts that are not committed yet. */
  private final Map<Kind, Long> counted = new EnumMap<>(Kind.class);

  private long appendedEvents;

  /** Bytes of all files. */
  private long bytes;

  private Optional<String> failure = Optional.empty();
  private boolean closed;

  /**
   * Opens a spool that begins at 0, with the blocks that are in its folder.
   *
   * @param folder the folder, which exists
   * @param limit most bytes of all files together
   */
  public Spool(Path folder, long limit, SpoolFiles files) throws IOException {
    this(folder, 0, limit, files, block -> {});
  }

  /**
   * Opens a spool with the blocks that are in its folder.
   *
   * @param folder the folder, which exists
   * @param first position at which a new spool begins
   * @param limit most bytes of all files together
   * @param found receives the header of each of these blocks
   */
  Spool(Path folder, long first, long limit, SpoolFiles files, Consumer<BlockHeader> found)
      throws IOException {
    this.folder = folder;
    this.files = files;
    this.limit = limit;
    segmentBytes = Math.min(MAX_SEGMENT, limit / SEGMENTS);
    counts = new SpoolCounts(files.open(folder.resolve(COUNTS)));
    for (long start : starts()) {
      recover(new Segment(folder, start, files), found);
    }
    if (segments.isEmpty() || segments.getLast().end() < acknowledged()) {
      segments.add(new Segment(folder, Math.max(first, acknowledged()), files));
    }
    counts.set(Kind.END, segments.getLast().end());
    if (!counts.has(Kind.SOURCE_NUMBER)) {
      counts.set(Kind.SOURCE_NUMBER, NO_BLOCK);
    }
    counts.store();
  }

  private void recover(Segment segment, Consumer<BlockHeader> found) throws IOException {
    long end = counts.has(Kind.END) ? counts.get(Kind.END) : Long.MAX_VALUE;
    if (segment.start() > end) {
      segment.delete();
      return;
    }
    segment.truncateAt(end);
    segment.recover(found);
    segments.add(segment);
    bytes += segment.size();
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

  /** Whether the limit leaves room for a block. */
  public synchronized boolean hasRoom(ByteBuffer block) {
    return bytes + block.remaining() <= limit;
  }

  /**
   * Appends a block, even beyond the limit.
   *
   * @return whether it was written; if not, {@link #failure()} says why
   */
  public synchronized boolean append(ByteBuffer block, int events) {
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
    appendedEvents += events;
    return true;
  }

  private void roll() throws IOException {
    segments.add(new Segment(folder, segments.getLast().end(), files));
  }

  /**
   * Commits blocks and counts, so that readers see them.
   *
   * @param source the application's block that their events came from
   */
  synchronized void commit(BlockHeader source) {
    counts.set(Kind.SOURCE_LOG, source.log());
    counts.set(Kind.SOURCE_STREAM, source.stream());
    counts.set(Kind.SOURCE_NUMBER, source.number());
    commit();
  }

  /** Commits blocks and counts, so that readers see them. */
  public synchronized void commit() {
    counted.forEach(counts::add);
    counted.clear();
    counts.add(Kind.BUFFERED, appendedEvents);
    appendedEvents = 0;
    counts.set(Kind.END, segments.getLast().end());
    storeCounts();
    notifyAll();
  }

  /**
   * Commits blocks, with counts from the service that sent them, so that readers see them.
   *
   * @param refused number of events refused so far
   * @param missing number of events missing so far
   */
  public synchronized void commit(long refused, long missing) {
    counts.set(Kind.REFUSED, refused);
    counts.set(Kind.MISSING, missing);
    commit();
  }

  /**
   * Continues at a position beyond the end; the events in between are lost, or were received
   * elsewhere.
   *
   * @param position bytes before it
   */
  public synchronized void skipTo(long position) throws IOException {
    if (unacknowledgedBytes() == 0) {
      counts.set(Kind.ACKNOWLEDGED, position);
    }
    segments.add(new Segment(folder, position, files));
    commit();
  }

  /**
   * Checks that bytes from another service are whole blocks.
   *
   * @return the number of events in them
   * @throws IOException if they are not whole blocks
   */
  public static int requireBlocks(ByteBuffer bytes) throws IOException {
    int events = 0;
    int at = bytes.position();
    while (at < bytes.limit()) {
      BlockHeader next = header(bytes.slice(at, bytes.limit() - at), at);
      if (next.blockBytes() > bytes.limit() - at) {
        throw new IOException(
            "a block is cut off: found "
                + (bytes.limit() - at)
                + " bytes, expected "
                + next.blockBytes());
      }
      events += next.events();
      at += next.blockBytes();
    }
    return events;
  }

  /** Whether blocks or counts are not committed yet. */
  synchronized boolean hasUncommitted() {
    return !counted.isEmpty() || segments.getLast().end() > end();
  }

  /** Whether the last commit was for this block of an application, or a later one of its stream. */
  synchronized boolean isCommitted(BlockHeader source) {
    return counts.get(Kind.SOURCE_LOG) == source.log()
        && counts.get(Kind.SOURCE_STREAM) == source.stream()
        && counts.get(Kind.SOURCE_NUMBER) >= source.number();
  }

  /** Returns the position after the last committed block. */
  public synchronized long end() {
    return counts.get(Kind.END);
  }

  /** Returns the position up to which the consumer has acknowledged everything. */
  public synchronized long acknowledged() {
    return Math.max(counts.get(Kind.ACKNOWLEDGED), begin());
  }

  private long begin() {
    return segments.isEmpty() ? 0 : segments.getFirst().start();
  }

  /**
   * Reads whole blocks.
   *
   * @param from position of a block; if that block was lost, reading continues after the gap
   * @param most bytes to read; one block is returned even if it is larger
   * @return the blocks, or empty if there are none
   */
  public synchronized Optional<SpoolChunk> read(long from, int most) throws IOException {
    for (Segment segment : segments) {
      if (from < segment.end()) {
        long position = Math.max(from, segment.start());
        return position < end()
            ? Optional.of(new SpoolChunk(position, blocks(segment, position, most)))
            : Optional.empty();
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

  private ByteBuffer blocks(Segment segment, long from, int most) throws IOException {
    int first = blockBytes(segment, from);
    int length = (int) Math.min(Math.max(most, first), Math.min(segment.end(), end()) - from);
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
   * Waits until there are blocks after a position, or the spool is closed.
   *
   * @param position bytes before it
   * @param nanos longest time to wait
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
   * Records that the consumer has received everything up to a position.
   *
   * @param position bytes before it
   */
  public synchronized void acknowledge(long position) {
    counts.set(Kind.ACKNOWLEDGED, Math.max(acknowledged(), Math.min(position, end())));
    storeCounts();
  }

  /**
   * Records that the consumer has received everything up to a position, and the size of the file it
   * was appended to.
   *
   * @param position bytes before it
   */
  public synchronized void acknowledge(long position, long fileBytes) {
    counts.set(Kind.FILE_END, fileBytes + 1);
    acknowledge(position);
  }

  /**
   * Deletes the files in which everything is acknowledged, if they are large enough.
   *
   * @param pressed whether room is needed, so that small files are deleted, too
   */
  public synchronized void reclaim(boolean pressed) throws IOException {
    if (hasDeletableFiles(pressed)) {
      deleteAcknowledgedFiles();
    }
  }

  /** Whether there are files to delete; small ones count only if room is needed. */
  synchronized boolean hasDeletableFiles(boolean pressed) {
    return segments.getFirst().end() <= acknowledged()
        && (segments.size() > 1 || segments.getFirst().size() > (pressed ? 0 : segmentBytes / 2));
  }

  /** Deletes the files in which everything is acknowledged. */
  synchronized void deleteAcknowledgedFiles() throws IOException {
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
    if (events > 0) {
      counted.merge(kind, events, Long::sum);
    }
  }

  /** Returns a count, as of the last commit. */
  public synchronized long count(Kind kind) {
    return counts.get(kind);
  }

  private void storeCounts() {
    try {
      counts.store();
    } catch (IOException e) {
      failure = Optional.of(e.toString());
    }
  }

  /** Returns the number of committed bytes that the consumer has not acknowledged. */
  public synchronized long unacknowledgedBytes() {
    return end() - acknowledged();
  }

  /** Returns why the last write failed; empty if it succeeded. */
  public synchronized Optional<String> failure() {
    return failure;
  }

  /**
   * Whether the spool is closed, so that nothing more will come.
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
