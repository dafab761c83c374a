package io.flowgauge.activation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * Some of what a request has collected: whole blocks of the binary format of the event log, so that
 * deliveries appended to a file are a log. Immutable and thread-safe.
 */
public final class Delivery {
  private final long begin;
  private final ByteBuffer blocks;
  private final long refusedEvents;
  private final long missingEvents;

  Delivery(long begin, ByteBuffer blocks, long refusedEvents, long missingEvents) {
    this.begin = begin;
    this.blocks = blocks.asReadOnlyBuffer();
    this.refusedEvents = refusedEvents;
    this.missingEvents = missingEvents;
  }

  /**
   * Where it begins among all that the request has collected.
   *
   * @return bytes before it
   */
  public long begin() {
    return begin;
  }

  /**
   * Where what comes next begins.
   *
   * @return bytes up to its end
   */
  public long end() {
    return begin + blocks.remaining();
  }

  /**
   * The blocks.
   *
   * @return a read-only buffer of its own, filled
   */
  public ByteBuffer blocks() {
    return blocks.duplicate();
  }

  /**
   * Writes the blocks.
   *
   * @param channel takes them all
   * @throws IOException if it does not
   */
  public void appendTo(WritableByteChannel channel) throws IOException {
    ByteBuffer left = blocks();
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  /**
   * Events that the request wanted and the service had no room for, so far.
   *
   * @return their number
   */
  public long refusedEvents() {
    return refusedEvents;
  }

  /**
   * Events that applications could not log, or that were lost on the way to the service, so far;
   * whether the request would have wanted them is not known.
   *
   * @return their number
   */
  public long missingEvents() {
    return missingEvents;
  }

  @Override
  public String toString() {
    return "Delivery[bytes " + begin + " to " + end() + "]";
  }
}
