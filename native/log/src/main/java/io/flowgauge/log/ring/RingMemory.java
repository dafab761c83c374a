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
 * The memory of a ring, mapped from a file or not, laid out the same. Not thread-safe; tail and
 * count of drops are written by others, at {@link RingLayout#TAIL} and {@link RingLayout#DROPPED}.
 */
public final class RingMemory {
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ORDER);
  private static final int STATES = 2;

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
   * Memory that has no file.
   *
   * @param capacity bytes of the ring, a power of two
   * @return an empty ring
   * @throws OutOfMemoryError if there is none
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

  /**
   * Bytes of the ring.
   *
   * @return a power of two
   */
  public int capacity() {
    return memory.capacity() - RingLayout.RING;
  }

  /**
   * Whether what is in the ring outlives the process.
   *
   * @return whether there is a file
   */
  public boolean isMapped() {
    return file.isPresent();
  }

  Optional<Path> file() {
    return file;
  }

  /**
   * Makes it the ring of a stream.
   *
   * @param identity the stream's, as blocks have it
   * @param state where the stream begins
   */
  public void open(byte[] identity, RingState state) {
    memory.put(RingLayout.IDENTITY, identity);
    identityBytes = identity.length;
    identityCrc = BlockHeader.checksum(memory, RingLayout.IDENTITY, identityBytes);
    save(state);
  }

  /**
   * Notes up to where the events are in blocks. The room before is to be given back only then: of
   * the two states one is whole at any moment, and what it says to be in the ring is there.
   *
   * @param state what to note
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

  /** Empties it, for another stream; the older state first, which would be believed otherwise. */
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
      return; // Nothing but an empty ring is left behind.
    }
  }
}
