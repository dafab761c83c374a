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
 * refused; what is in the spool stays. What was appended can be read once it is committed; what was
 * not when the process was killed is not there afterwards. Thread-safe.
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

  /** What was counted and is not committed. */
  private final Map<Kind, Long> counted = new EnumMap<>(Kind.class);

  private long appendedEvents;

  /** Bytes of all files. */
  private long bytes;

  private Optional<String> failure = Optional.empty();
  private boolean closed;

  /**
   * Opens a spool that begins at 0, and takes over what is in its folder.
   *
   * @param folder the folder, which exists
   * @param limit most bytes of all files together
   */
  public Spool(Path folder, long limit, SpoolFiles files) throws IOException {
    this(folder, 0, limit, files, block -> {});
  }

  /**
   * Opens a spool, and takes over what is in its folder.
   *
   * @param folder the folder, which exists
   * @param first position at which a new one begins
   * @param limit most bytes of all files together
   * @param found receives each block that is there
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
    segment.cutAt(end);
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
   * Commits what was appended and counted, so that readers get it.
   *
   * @param source the block of an application that it came from
   */
  synchronized void commit(BlockHeader source) {
    counts.set(Kind.SOURCE_LOG, source.log());
    counts.set(Kind.SOURCE_STREAM, source.stream());
    counts.set(Kind.SOURCE_NUMBER, source.number());
    commit();
  }

  /** Commits what was appended and counted, so that readers get it. */
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
   * Commits what was appended, with the counts of its source, so that readers get it.
   *
   * @param refused events refused by now
   * @param missing events missing by now
   */
  public synchronized void commit(long refused, long missing) {
    counts.set(Kind.REFUSED, refused);
    counts.set(Kind.MISSING, missing);
    commit();
  }

  /**
   * Leaves out everything up to a position beyond the end, which is lost or was received elsewhere.
   *
   * @param position bytes before it
   */
  public synchronized void skipTo(long position) throws IOException {
    if (waiting() == 0) {
      counts.set(Kind.ACKNOWLEDGED, position);
    }
    segments.add(new Segment(folder, position, files));
    commit();
  }

  /**
   * Checks bytes that come from elsewhere.
   *
   * @return the events in them
   * @throws IOException if they are not whole blocks
   */
  public static int requireBlocks(ByteBuffer bytes) throws IOException {
    int events = 0;
    int at = bytes.position();
    while (at < bytes.limit()) {
      BlockHeader next = header(bytes.slice(at, bytes.limit() - at), at);
      if (next.blockBytes() > bytes.limit() - at) {
        throw new IOException("a block is cut off: " + next.blockBytes() + " bytes expected");
      }
      events += next.events();
      at += next.blockBytes();
    }
    return events;
  }

  /** Whether something was appended or counted and is not committed. */
  synchronized boolean hasUncommitted() {
    return !counted.isEmpty() || segments.getLast().end() > end();
  }

  /** Whether what came from a block of an application was committed last. */
  synchronized boolean isCommitted(BlockHeader source) {
    return counts.get(Kind.SOURCE_LOG) == source.log()
        && counts.get(Kind.SOURCE_STREAM) == source.stream()
        && counts.get(Kind.SOURCE_NUMBER) >= source.number();
  }

  /** Position after the last block that is committed. */
  public synchronized long end() {
    return counts.get(Kind.END);
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

  /**
   * Deletes what was received, if that is worth it.
   *
   * @param pressed whether there is no room
   */
  public synchronized void reclaim(boolean pressed) throws IOException {
    if (hasDone(pressed)) {
      deleteDone();
    }
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
    if (events > 0) {
      counted.merge(kind, events, Long::sum);
    }
  }

  /** The counters so far. */
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
