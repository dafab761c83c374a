package io.flowgauge.activation;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/**
 * A part of what a request has collected: whole blocks of the event log's binary format, so
 * deliveries appended to a file make a log. Immutable and thread-safe.
 */
public final class EventDelivery {
  private final long begin;
  private final ByteBuffer blocks;
  private final long refusedEvents;
  private final long missingEvents;

  /**
   * Makes a delivery.
   *
   * @param begin position at which it begins
   * @param blocks whole blocks
   * @param refusedEvents events refused so far
   * @param missingEvents events missing so far
   */
  public EventDelivery(long begin, ByteBuffer blocks, long refusedEvents, long missingEvents) {
    this.begin = begin;
    this.blocks = blocks.asReadOnlyBuffer();
    this.refusedEvents = refusedEvents;
    this.missingEvents = missingEvents;
  }

  /**
   * Returns the position at which the delivery begins, in everything the request has collected.
   *
   * @return number of bytes before it
   */
  public long begin() {
    return begin;
  }

  /**
   * Returns the position at which the next delivery begins.
   *
   * @return number of bytes up to its end
   */
  public long end() {
    return begin + blocks.remaining();
  }

  /**
   * Returns the blocks.
   *
   * @return a new read-only buffer
   */
  public ByteBuffer blocks() {
    return blocks.duplicate();
  }

  /**
   * Writes the blocks.
   *
   * @param channel receives all of them
   * @throws IOException if they cannot be written
   */
  public void appendTo(WritableByteChannel channel) throws IOException {
    ByteBuffer left = blocks();
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  /**
   * Returns how many events so far the request wanted but the service had no room for.
   *
   * @return their number
   */
  public long refusedEvents() {
    return refusedEvents;
  }

  /**
   * Returns how many events so far applications could not log, or were lost on the way to the
   * service; whether the request would have wanted them is unknown.
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
