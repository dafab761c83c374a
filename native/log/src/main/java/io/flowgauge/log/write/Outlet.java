package io.flowgauge.log.write;

import io.flowgauge.log.sink.LogDestination;
import io.flowgauge.log.sink.LogSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes blocks to a destination, which it opens when needed and reopens after each failure. Used
 * by the drainer; any thread may ask for the counts.
 */
abstract class Outlet {
  private static final byte[] NONE = {};
  private static final Optional<String> NO_MEMORY = Optional.of("out of memory");

  private final LogDestination destination;

  /** Null when not open. */
  private LogSink sink;

  private int sinkPart;

  /** Bytes written to this sink. */
  private long sinkBytes;

  /** Number of the current part, counted over all sinks. */
  private int part;

  private final AtomicLong written = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private volatile Optional<String> failure = Optional.empty();

  Outlet(LogDestination destination) {
    this.destination = destination;
  }

  /**
   * Takes a block.
   *
   * @return false if it cannot be taken now
   */
  abstract boolean offer(Block block);

  /** Whether an offer can succeed now. */
  abstract boolean isReady();

  /** Whether all blocks taken have arrived. */
  abstract boolean isIdle();

  /** Returns the number of events that were taken but will never arrive. */
  abstract long dropped();

  /** Forces written blocks to disk, if the destination is on one; returns whether that worked. */
  abstract boolean force();

  /**
   * Starts to close: blocks already taken are still written, but this method does not wait for
   * that.
   */
  abstract void beginClose();

  /** Whether the outlet has closed. */
  abstract boolean isClosed();

  /** Waits until the outlet has closed. */
  abstract void awaitClose(long nanos) throws InterruptedException;

  /** Stops at once and abandons pending blocks. */
  abstract void abort();

  /** Opens the sink, unless it is open. */
  final void open() throws IOException {
    if (sink == null) {
      sink = destination.open();
      part++;
      sinkBytes = 0;
      afterOpen();
    }
  }

  /** Tries to open the sink; a failure is recorded. */
  final void tryOpen() {
    try {
      open();
    } catch (IOException | RuntimeException | Error e) {
      failure = reason(e);
      closeSink();
    }
  }

  /** Called after the sink was opened. */
  void afterOpen() throws IOException {}

  /** Whether blocks are copied when they are written, for {@link #afterWrite}. */
  boolean keepsCopies() {
    return false;
  }

  /** Called after a block was written. */
  void afterWrite(byte[] copy) {}

  /** Whether the sink is open. */
  final boolean isOpen() {
    return sink != null;
  }

  /**
   * Returns how many of the bytes written to this sink the receiver has stored permanently; closes
   * the sink if the receiver is gone.
   */
  final long confirmed() {
    try {
      return sink == null ? -1 : sink.confirmed();
    } catch (IOException | RuntimeException | Error e) {
      failure = reason(e);
      closeSink();
      return -1;
    }
  }

  /** Clears the failure, because everything has arrived. */
  final void clearFailure() {
    failure = Optional.empty();
  }

  /**
   * Writes the bytes of an earlier block again; returns how many bytes have been written to this
   * sink by now.
   */
  final long resend(byte[] bytes) throws IOException {
    sink.write(ByteBuffer.wrap(bytes));
    sinkBytes += bytes.length;
    return sinkBytes;
  }

  /** Bytes written to this sink. */
  final long sinkBytes() {
    return sinkBytes;
  }

  /** Writes a block; if that fails, the block is missing or torn. */
  final boolean deliver(Block block) {
    if (block.isNeedlessEnd()) {
      return true;
    }
    try {
      open();
      write(block);
      failure = Optional.empty();
      return true;
    } catch (IOException | RuntimeException | Error e) {
      failure = reason(e);
      closeSink();
      return false;
    }
  }

  private void write(Block block) throws IOException {
    int now = sink.part(block.run().bytes());
    if (now != sinkPart) {
      sinkPart = now;
      part++;
    }
    ByteBuffer[] pieces = block.stream().encode(block, part);
    long length = 0;
    for (ByteBuffer piece : pieces) {
      length += piece.remaining();
    }
    byte[] copy = keepsCopies() ? copy(pieces, length) : NONE;
    sink.write(pieces);
    sinkBytes += length;
    afterWrite(copy);
    block.stream().markWritten(block.run(), part);
    written.addAndGet(block.run().events());
    bytes.addAndGet(length);
  }

  private static byte[] copy(ByteBuffer[] pieces, long length) {
    ByteBuffer copy = ByteBuffer.allocate((int) length);
    for (ByteBuffer piece : pieces) {
      copy.put(piece.duplicate());
    }
    return copy.array();
  }

  final boolean forceSink() {
    try {
      if (sink != null) {
        sink.force();
      }
      return true;
    } catch (IOException | RuntimeException | Error e) {
      failure = reason(e);
      return false;
    }
  }

  final void closeSink() {
    try {
      if (sink != null) {
        sink.close();
      }
    } catch (IOException | RuntimeException | Error e) {
      failure = reason(e);
    }
    sink = null;
  }

  /**
   * Returns why something failed. For lack of memory, the message is a constant, because there may
   * be no memory to make one.
   */
  static Optional<String> reason(Throwable failure) {
    return failure instanceof OutOfMemoryError ? NO_MEMORY : Optional.of(failure.toString());
  }

  /** Returns why the last attempt failed, or empty if it succeeded. */
  final Optional<String> failure() {
    return failure;
  }

  /** Returns the number of events written. */
  final long written() {
    return written.get();
  }

  /** Returns the number of bytes written. */
  final long bytes() {
    return bytes.get();
  }
}
