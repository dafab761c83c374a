package io.flowgauge.log.ring;

import io.flowgauge.log.format.BlockHeader;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The memory of a ring, either mapped from a file or plain, with the same layout. Not thread-safe,
 * except for {@link #touchPages}; lanes write the tail and the drop count, at {@link
 * RingLayout#TAIL} and {@link RingLayout#DROPPED}.
 */
public final class RingMemory {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ORDER);
  private static final int STATES = 2;
  private static final int PAGE = 1 << 12;

  private final ByteBuffer memory;
  private final Optional<Path> file;
  private final ByteBuffer frame = ByteBuffer.allocate(RingState.BYTES).order(ORDER);
  private long sequence;
  private int identityBytes;
  private int identityCrc;

  private RingMemory(ByteBuffer memory, Optional<Path> file) {
    this.memory = memory.order(ORDER);
    this.file = file;
  }

  /**
   * Allocates a ring without a file.
   *
   * @param capacity bytes of the ring, a power of two
   * @return an empty ring
   * @throws OutOfMemoryError if there is not enough memory
   */
  public static RingMemory allocate(int capacity) {
    ByteBuffer memory = ByteBuffer.allocateDirect(RingLayout.RING + capacity);
    return new RingMemory(memory, Optional.empty());
  }

  static RingMemory mapped(ByteBuffer memory, Path file) {
    return new RingMemory(memory, Optional.of(file));
  }

  /**
   * All of the memory; the ring begins at {@link RingLayout#RING}.
   *
   * @return the memory, in the byte order of this machine
   */
  public ByteBuffer buffer() {
    return memory;
  }

  /** Bytes of the ring. */
  public int capacity() {
    return memory.capacity() - RingLayout.RING;
  }

  /** Whether the contents of the ring outlive the process. */
  public boolean isMapped() {
    return file.isPresent();
  }

  Optional<Path> file() {
    return file;
  }

  /**
   * Has the system map every page for writing, so that no store has to wait for that. Changes no
   * byte: another thread may already be writing into the ring.
   */
  public void touchPages() {
    for (int at = 0; at < memory.capacity(); at += PAGE) {
      LONGS.getAndAdd(memory, at, 0L);
    }
  }

  /**
   * Assigns the ring to a stream.
   *
   * @param state where the stream begins
   */
  public void open(byte[] identity, RingState state) {
    memory.put(RingLayout.IDENTITY, identity);
    identityBytes = identity.length;
    identityCrc = BlockHeader.checksum(memory, RingLayout.IDENTITY, identityBytes);
    save(state);
  }

  /**
   * Records which events are already in blocks. Only then may the room before the new head be
   * reused: at any moment one of the two states is complete, and all events after its head must be
   * in the ring.
   */
  public void save(RingState state) {
    state.encode(frame, ++sequence, identityBytes, identityCrc);
    int at = stateAt(sequence);
    LONGS.setRelease(memory, at, 0L);
    VarHandle.storeStoreFence();
    memory.put(at + Long.BYTES, frame.array(), Long.BYTES, RingState.BYTES - Long.BYTES);
    LONGS.setRelease(memory, at, sequence);
    VarHandle.storeStoreFence();
  }

  private static int stateAt(long sequence) {
    return RingLayout.STATES + (int) (sequence % STATES) * RingLayout.STATE_STEP;
  }

  /**
   * Empties the ring for another stream. Clears the older state first, because it would become
   * valid if the newer one were cleared alone.
   */
  public void reset() {
    LONGS.setRelease(memory, stateAt(sequence + 1), 0L);
    LONGS.setRelease(memory, stateAt(sequence), 0L);
    LONGS.setRelease(memory, RingLayout.DROPPED, 0L);
    LONGS.setRelease(memory, RingLayout.TAIL, 0L);
    sequence = 0;
  }

  /** Deletes the file, if there is one. The memory can still be used. */
  public void delete() {
    try {
      if (file.isPresent()) {
        Files.deleteIfExists(file.get());
      }
    } catch (IOException e) {
      return; // Only an empty ring is left behind.
    }
  }
}
