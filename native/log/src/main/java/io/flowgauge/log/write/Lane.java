package io.flowgauge.log.write;

import io.flowgauge.clock.TickTime;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.format.IdentitySection;
import io.flowgauge.log.format.Text;
import io.flowgauge.log.ring.RingLayout;
import io.flowgauge.log.ring.RingMemory;
import io.flowgauge.log.ring.RingState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A ring of body messages with one writer at a time and one reader, the drainer. Positions only
 * ever increase. A message never wraps around: bytes left before the end of the ring are skipped,
 * and a zero marks the first of them.
 *
 * <p>A lane belongs to one thread or, if it has no owner, to any thread that takes it for one
 * message.
 *
 * <p>The writer calls {@link #begin}, then puts the values, then {@link #commit}; only then does
 * the drainer see the message. If there is no room, the event is dropped and counted.
 */
final class Lane {
  /** The first of the bytes that are skipped at the end of the ring. */
  static final byte PAD = 0;

  /** A length of texts for which no ring has room, so that the event is dropped. */
  static final int TOO_LONG = 1 << 30;

  private static final int RING = RingLayout.RING;
  private static final int TAIL = RingLayout.TAIL;
  private static final int DROPPED = RingLayout.DROPPED;

  /** Number of chunks of a ring; the drainer is woken when a chunk is waiting to be written. */
  private static final int CHUNKS = 8;

  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle BUSY;

  static {
    try {
      BUSY = MethodHandles.lookup().findVarHandle(Lane.class, "busy", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The stream that a lane belongs to.
   *
   * @param stream number of the stream
   * @param identity where its events come from
   */
  record Source(int stream, StreamIdentity identity) {}

  private final Thread owner;
  private final Runnable wake;
  private final RingMemory ring;
  private final Source source;
  private final ByteBuffer memory;
  private final int capacity;
  private final long mask;
  private final long chunkMask;
  private final long created = System.nanoTime();

  /** Converts readings of the time stamp counter; null if times come from the system clock. */
  private final TickTime time;

  private final byte[] scratch = new byte[Text.SCRATCH];

  /**
   * Whether times need no correction to be in order: there is one writer, which uses the system
   * clock.
   */
  private final boolean isOrdered;

  private long position;

  /** Position up to which there is room in the current chunk. */
  private long limit;

  private long previousNanos = created;

  /**
   * End of the message being written; {@code values} is the index of its values and {@code text}
   * that of its next text.
   */
  private long end;

  private int values;
  private int text;

  private volatile long head;
  private volatile boolean busy;

  /** The state the drainer last recorded. */
  private RingState state;

  /**
   * Creates a lane with an empty ring.
   *
   * @param owner the only thread that writes, or null
   * @param counts whether times come from the time stamp counter
   */
  Lane(Thread owner, RingMemory ring, Source source, boolean counts, Runnable wake) {
    this.owner = owner;
    this.wake = wake;
    this.ring = ring;
    this.source = source;
    isOrdered = owner != null && !counts;
    time = counts ? new TickTime(LogClock.COUNTER) : null;
    capacity = ring.capacity();
    mask = capacity - 1L;
    chunkMask = capacity / CHUNKS - 1L;
    memory = ring.buffer();
    state = new RingState(source.stream(), 0, 0, 0, created, ClockAnchor.now());
    ring.open(IdentitySection.encode(source.identity(), memory.order()), state);
    addDropped(0); // The first call allocates memory, of which there may be none when an event is
    // dropped.
  }

  boolean isOwnedBy(Thread thread) {
    return owner == thread;
  }

  Thread owner() {
    return owner;
  }

  /** Acquires a lane without an owner for one message; returns whether it was free. */
  boolean acquire() {
    return !busy && BUSY.compareAndSet(this, false, true);
  }

  /** Converts a reading of the time stamp counter to monotonic time, in nanoseconds. */
  long nanos(long ticks) {
    return time.nanos(ticks);
  }

  /**
   * Begins a message.
   *
   * @param numberBytes bytes of its numbers
   * @param textBytes bytes of its texts and their lengths
   * @return whether there is room; if not, the event is dropped and the lane is released
   */
  boolean begin(long now, int typeId, int numberBytes, int textBytes) {
    int need = BodyHead.FULL + numberBytes + textBytes;
    if (position + need > limit && !makeRoom(need)) {
      drop();
      release();
      wake.run();
      return false;
    }
    int at = index(position);
    long nanos = isOrdered ? now : Math.max(now, previousNanos);
    int headBytes = BodyHead.put(memory, at, typeId, nanos, previousNanos);
    previousNanos = nanos;
    values = at + headBytes;
    if (textBytes > 0) {
      text = values + numberBytes;
    }
    end = position + headBytes + numberBytes + textBytes;
    return true;
  }

  private boolean makeRoom(int need) {
    long free = head + capacity;
    long wrap = wrap(position);
    if (position + need > wrap) {
      if (wrap + need > free) {
        return false;
      }
      passOver(wrap);
      wrap += capacity;
    }
    long chunk = ((position + need) | chunkMask) + 1;
    limit = Math.min(Math.min(free, wrap), chunk);
    if (position + need - head > chunkMask) {
      wake.run();
    }
    return position + need <= limit;
  }

  private void passOver(long wrap) {
    if (position < wrap) {
      memory.put(index(position), PAD);
    }
    position = wrap;
    LONGS.setRelease(memory, TAIL, wrap);
  }

  void int32(int place, int value) {
    memory.putInt(values + place, value);
  }

  void int64(int place, long value) {
    memory.putLong(values + place, value);
  }

  void float32(int place, float value) {
    memory.putFloat(values + place, value);
  }

  void float64(int place, double value) {
    memory.putDouble(values + place, value);
  }

  /** Puts the next text; null becomes the empty one. */
  void string(String value) {
    text = Text.put(memory, text, value == null ? "" : value, scratch);
  }

  /** Ends a message, which makes it visible to the drainer. */
  void commit() {
    position = end;
    LONGS.setRelease(memory, TAIL, end);
    release();
  }

  private void release() {
    if (owner == null) {
      busy = false;
    }
  }

  /** Counts an event that could not be written. Any thread may call this. */
  void drop() {
    addDropped(1);
  }

  private void addDropped(long events) {
    LONGS.getAndAdd(memory, DROPPED, events);
  }

  /** Events dropped so far. */
  long dropped() {
    return (long) LONGS.getAcquire(memory, DROPPED);
  }

  /** Returns the monotonic time in nanoseconds to which the first message is relative. */
  long created() {
    return created;
  }

  /** Position after the last message. */
  long tail() {
    return (long) LONGS.getAcquire(memory, TAIL);
  }

  /** Returns the position of the first message that the drainer has not freed. */
  long head() {
    return head;
  }

  /**
   * Records which events are in blocks of the log, for readers that find the ring after the process
   * has died. Must be called before the room of these events is freed.
   *
   * @param position position after the last event that is in a block
   * @param events events of the stream in blocks
   * @param baseNanos monotonic time to which the next message is relative
   */
  void recordWritten(long position, int number, long events, long baseNanos, ClockAnchor anchor) {
    state = new RingState(source.stream(), number, position, events, baseNanos, anchor);
  }

  /** Frees the room before a position. */
  void free(long newHead) {
    if (newHead > state.head()) {
      state = state.withHead(newHead);
    }
    ring.save(state);
    head = newHead;
  }

  RingMemory ring() {
    return ring;
  }

  Source source() {
    return source;
  }

  /** The next position after the given one at which the ring starts over. */
  long wrap(long of) {
    return (of | mask) + 1;
  }

  ByteBuffer memory() {
    return memory;
  }

  /** Returns the index of a position in the memory. */
  int index(long of) {
    return RING + (int) (of & mask);
  }
}
