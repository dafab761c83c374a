package io.flowgauge.log.ring;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import io.flowgauge.log.format.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The fixed files of a small ring whose events wrap around its end, in either byte order, as left
 * by a process that is killed after a block of three events has been written to its log.
 */
public final class GoldenRing {
  /** Events in the ring, numbered from 3. */
  public static final int EVENTS = 10;

  private static final long LOG = 0x0123456789ABCDEFL;
  private static final long WALL = 1_400_000_000_000_000_000L;
  private static final long MONOTONIC = 5_000_000_000L;
  private static final int CAPACITY = 256;
  private static final long HEAD = 5 * CAPACITY - 100;
  private static final int FIRST = 3;
  private static final EventSchema SCHEMA =
      EventSchema.named("numbered").int32("n").string("text").constant("PROG", "test").build();

  private final ByteOrder order;
  private final ByteBuffer ring;
  private long position = HEAD;
  private long nanos = MONOTONIC;

  private GoldenRing(ByteOrder order) {
    this.order = order;
    ring = ByteBuffer.allocate(RingLayout.RING + CAPACITY).order(order);
  }

  /** Returns the content of the file of types. */
  public static byte[] types(ByteOrder order) {
    HeaderMessage type = new HeaderMessage(1, SCHEMA);
    ByteBuffer message = ByteBuffer.allocate(type.bytes()).order(order);
    type.encode(message);
    ByteBuffer header = new RingHeader(RingHeader.Kind.TYPES, order, LOG, 0).encode();
    return ByteBuffer.allocate(RingHeader.BYTES + Integer.BYTES + message.capacity())
        .order(order)
        .put(header)
        .putInt(BlockHeader.checksum(message, 0, message.capacity()))
        .put(message.flip())
        .array();
  }

  /** Returns the content of the file of the ring. */
  public static byte[] ring(ByteOrder order) {
    return new GoldenRing(order).write();
  }

  /** Writes both files; returns the path of the ring. */
  public static Path write(Path folder, ByteOrder order) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve("7.types"), types(order));
    return Files.write(folder.resolve("7-0.ring"), ring(order));
  }

  private byte[] write() {
    ring.put(0, new RingHeader(RingHeader.Kind.RING, order, LOG, CAPACITY).encode().array());
    for (int n = FIRST; n < FIRST + EVENTS; n++) {
      event(n, "t" + n);
    }
    ring.putLong(RingLayout.TAIL, position).putLong(RingLayout.DROPPED, 2);
    byte[] identity = IdentitySection.encode(identity(), order);
    ring.put(RingLayout.IDENTITY, identity);
    state(8, new RingState(4, 0, HEAD - 80, 0, MONOTONIC, anchor()), identity.length);
    state(9, new RingState(4, 1, HEAD, FIRST, MONOTONIC, anchor()), identity.length);
    return ring.array();
  }

  private static StreamIdentity identity() {
    Optional<Instant> start = Optional.of(Instant.parse("2014-05-13T16:53:19.5Z"));
    return new StreamIdentity("foo.lbl.gov", "test", 17, start, 18, "wörker");
  }

  private static ClockAnchor anchor() {
    return new ClockAnchor(WALL, MONOTONIC);
  }

  private void event(int n, String text) {
    int bytes = BodyHead.SHORT + Integer.BYTES + Text.LENGTH_BYTES + Text.bytes(text);
    long wrap = (position | (CAPACITY - 1)) + 1;
    if (position + bytes > wrap) {
      position = wrap;
    }
    int at = RingLayout.RING + (int) (position & (CAPACITY - 1));
    BodyHead.put(ring, at, 1, nanos + 7, nanos);
    nanos += 7;
    Text.put(ring.putInt(at + BodyHead.SHORT, n), at + BodyHead.SHORT + Integer.BYTES, text);
    position += bytes;
  }

  private void state(long sequence, RingState state, int identityBytes) {
    int crc = BlockHeader.checksum(ring, RingLayout.IDENTITY, identityBytes);
    ByteBuffer frame = ByteBuffer.allocate(RingState.BYTES).order(order);
    state.encode(frame, sequence, identityBytes, crc);
    int at = RingLayout.STATES + (int) (sequence % 2) * RingLayout.STATE_STEP;
    ring.put(at, frame.array());
  }
}
