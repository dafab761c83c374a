package io.flowgauge.log.ring;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Reads the ring of a dead process or of one that is still writing. Not thread-safe. */
public final class RingReader implements Closeable {
  /**
   * Number of attempts at a consistent view; a living process may empty the ring, or assign it to
   * another stream, during each.
   */
  private static final int TRIES = 100;

  private static final int MAX_IDENTITY = RingLayout.RING - RingLayout.IDENTITY;

  private final FileChannel channel;

  /** Null while the file is still being made. */
  private RingHeader header;

  /** The bytes of the file before the ring. */
  private ByteBuffer head;

  /** Opens a ring. */
  public RingReader(Path file) throws IOException {
    channel = FileChannel.open(file, StandardOpenOption.READ);
  }

  /**
   * Copies the current contents of the ring.
   *
   * @return a consistent view; empty if the ring belongs to no stream
   * @throws FormatException if the file is damaged
   */
  public Optional<RingSnapshot> snapshot() throws IOException, FormatException {
    if (header == null && !readHeaderIfMade()) {
      return Optional.empty();
    }
    try {
      return consistent();
    } catch (InternalError e) {
      throw new IOException("the ring file was truncated while it was read", e);
    }
  }

  private boolean readHeaderIfMade() throws IOException, FormatException {
    ByteBuffer first = ByteBuffer.allocate(RingHeader.BYTES);
    readFully(first, 0);
    if (isZero(first.flip())) {
      return false;
    }
    RingHeader read = RingHeader.decode(first, RingHeader.Kind.RING);
    if (channel.size() != (long) RingLayout.RING + read.capacity()) {
      throw new FormatException(
          "a ring of " + read.capacity() + " bytes in a file of " + channel.size());
    }
    head = channel.map(MapMode.READ_ONLY, 0, RingLayout.RING).order(read.order());
    header = read;
    return true;
  }

  private static boolean isZero(ByteBuffer bytes) {
    for (int k = 0; k < bytes.limit(); k++) {
      if (bytes.get(k) != 0) {
        return false;
      }
    }
    return true;
  }

  private Optional<RingSnapshot> consistent() throws IOException, FormatException {
    for (int k = 0; k < TRIES; k++) {
      Optional<RingState> before = state();
      if (before.isEmpty()) {
        if (isUnused()) {
          return Optional.empty();
        }
        continue;
      }
      Optional<RingSnapshot> found = copy(before.get());
      if (found.isPresent()) {
        return found;
      }
    }
    throw new FormatException("a ring whose state is damaged");
  }

  /**
   * Returns the newer state; empty if it is damaged, or if both states changed while they were
   * read. The older state is invalid once a newer one exists, because the room of its events may
   * have been reused.
   */
  private Optional<RingState> state() {
    VarHandle.acquireFence();
    long first = head.getLong(RingLayout.STATES);
    long second = head.getLong(RingLayout.STATES + RingLayout.STATE_STEP);
    VarHandle.acquireFence();
    Optional<RingState> one = first == 0 ? Optional.empty() : decode(0, first);
    Optional<RingState> other = second == 0 ? Optional.empty() : decode(1, second);
    if (one.isPresent() && other.isPresent()) {
      return first > second ? one : other;
    }
    return one.isPresent()
        ? one.filter(s -> isOlder(second, first))
        : other.filter(s -> isOlder(first, second));
  }

  private static boolean isOlder(long sequence, long than) {
    return sequence == 0 || sequence == than - 1;
  }

  private Optional<RingState> decode(int which, long sequence) {
    ByteBuffer copy = copyOfState(RingLayout.STATES + which * RingLayout.STATE_STEP);
    return copy.getLong(0) == sequence ? RingState.decode(copy) : Optional.empty();
  }

  private ByteBuffer copyOfState(int at) {
    byte[] copy = new byte[RingState.BYTES];
    head.get(at, copy);
    return ByteBuffer.wrap(copy).order(header.order());
  }

  private boolean isUnused() {
    boolean noState =
        head.getLong(RingLayout.STATES) == 0
            && head.getLong(RingLayout.STATES + RingLayout.STATE_STEP) == 0;
    return noState || head.getLong(RingLayout.TAIL) == 0;
  }

  /**
   * Copies the contents; empty if the ring was assigned to another stream meanwhile, or the parts
   * are inconsistent.
   */
  private Optional<RingSnapshot> copy(RingState before) throws IOException, FormatException {
    Optional<ByteBuffer> identity = identity();
    VarHandle.acquireFence();
    long tail = head.getLong(RingLayout.TAIL);
    long dropped = head.getLong(RingLayout.DROPPED);
    VarHandle.acquireFence();
    if (identity.isEmpty() || tail < before.head() || tail - before.head() > header.capacity()) {
      return Optional.empty();
    }
    ByteBuffer bytes = read(before.head(), (int) (tail - before.head()));
    VarHandle.acquireFence();
    Optional<RingState> after = state().filter(s -> s.stream() == before.stream());
    if (after.isEmpty() || after.get().head() < before.head()) {
      return Optional.empty();
    }
    RingState state = after.get();
    int freed = (int) Math.min(state.head() - before.head(), bytes.limit());
    ByteBuffer left = bytes.slice(freed, bytes.limit() - freed).order(header.order());
    long end = Math.max(tail, state.head());
    return Optional.of(
        new RingSnapshot(header, state, end, Math.max(0, dropped), identity.get(), left));
  }

  private Optional<ByteBuffer> identity() {
    for (int at : new int[] {RingLayout.STATES, RingLayout.STATES + RingLayout.STATE_STEP}) {
      ByteBuffer state = copyOfState(at);
      int bytes = state.getInt(RingState.AT_IDENTITY_BYTES);
      if (bytes > 0 && bytes <= MAX_IDENTITY && RingState.decode(state).isPresent()) {
        byte[] identity = new byte[bytes];
        head.get(RingLayout.IDENTITY, identity);
        ByteBuffer found = ByteBuffer.wrap(identity).order(header.order());
        if (BlockHeader.checksum(found, 0, bytes) == state.getInt(RingState.AT_IDENTITY_CRC)) {
          return Optional.of(found);
        }
      }
    }
    return Optional.empty();
  }

  /** Copies a part of the ring, which may wrap around. */
  private ByteBuffer read(long position, int length) throws IOException {
    int begin = (int) (position & (header.capacity() - 1L));
    int first = Math.min(length, header.capacity() - begin);
    ByteBuffer into = ByteBuffer.allocate(length).order(header.order());
    readFully(into.limit(first), (long) RingLayout.RING + begin);
    readFully(into.limit(length), RingLayout.RING);
    return into.flip();
  }

  private void readFully(ByteBuffer into, long offset) throws IOException {
    int start = into.position();
    int read = 0;
    while (read >= 0 && into.hasRemaining()) {
      read = channel.read(into, offset + into.position() - start);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
