package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import io.flowgauge.log.format.Text;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/**
 * A fixed log, in either byte order, with every feature of the format: two streams, all types of
 * values, all kinds of message heads, an end.
 */
final class GoldenLog {
  private static final long LOG = 0x0123456789ABCDEFL;
  private static final long WALL = 1_400_000_000_000_000_000L;
  private static final long MONOTONIC = 5_000_000_000L;
  private static final long DAY = 86_400_000_000_000L;

  private static final EventSchema TRANSFER =
      EventSchema.named("transfer.end")
          .string("FILE")
          .lifeline("BLOCK_ID")
          .int32("BYTES")
          .float32("RATE")
          .string("USER")
          .float64("SECONDS")
          .constant("PROG", "größer")
          .constant("PORT", 2811)
          .constant("LIMIT", 1L << 40)
          .constant("SHARE", 0.25f)
          .constant("PI", Math.PI)
          .build();
  private static final EventSchema TICK = EventSchema.named("tick").build();

  private final ByteBuffer log;
  private final ByteBuffer bodies;
  private final ByteOrder order;
  private long previous;
  private int at;
  private int count;

  private GoldenLog(ByteOrder order) {
    this.order = order;
    log = ByteBuffer.allocate(4096).order(order);
    bodies = ByteBuffer.allocate(4096).order(order);
  }

  static byte[] bytes(ByteOrder order) {
    return new GoldenLog(order).write();
  }

  private byte[] write() {
    previous = MONOTONIC;
    transfer(1, MONOTONIC + 7, "//tmp/ä", -2, 65_536, 1.5f, "", 1e300);
    transfer(1, MONOTONIC + 70_000, "", Long.MAX_VALUE, Integer.MIN_VALUE, Float.NaN, "\u20ac", 0);
    head(300, MONOTONIC + 70_001);
    block(0, 0, 0, new HeaderMessage(1, TRANSFER), new HeaderMessage(300, TICK));
    head(300, MONOTONIC + 10);
    block(1, 0, 0, new HeaderMessage(300, TICK));
    previous = MONOTONIC + 70_001;
    transfer(1, MONOTONIC + DAY, "x", 3, 4, 5, "y", 6);
    block(0, 1, 3);
    end(0, 2, 4);
    return Arrays.copyOf(log.array(), log.position());
  }

  private void head(int type, long nanos) {
    at += BodyHead.put(bodies, at, type, nanos, previous);
    previous = nanos;
    count++;
  }

  private void transfer(
      int type, long nanos, String file, long id, int bytes, float rate, String user, double s) {
    head(type, nanos);
    bodies.putLong(at, id).putInt(at + 8, bytes).putFloat(at + 12, rate).putDouble(at + 16, s);
    at = Text.put(bodies, Text.put(bodies, at + 24, file), user);
  }

  private void block(int stream, int number, long firstEvent, HeaderMessage... types) {
    byte[] identity = number == 0 ? IdentitySection.encode(identity(stream), order) : new byte[0];
    ByteBuffer descriptors = ByteBuffer.allocate(1024).order(order).put(identity);
    for (HeaderMessage type : types) {
      type.encode(descriptors);
    }
    descriptors.flip();
    BlockHeader.Sections sections =
        new BlockHeader.Sections(
            identity.length,
            descriptors.limit() - identity.length,
            at,
            BlockHeader.checksum(descriptors, 0, descriptors.limit()),
            BlockHeader.checksum(bodies, 0, at));
    long base = number == 0 ? MONOTONIC : MONOTONIC + 70_001;
    header(false, stream, number, firstEvent, base, sections);
    log.put(descriptors).put(bodies.slice(0, at));
    at = 0;
    count = 0;
  }

  private void end(int stream, int number, long firstEvent) {
    header(true, stream, number, firstEvent, MONOTONIC + DAY, BlockHeader.Sections.NONE);
  }

  private void header(
      boolean end, int stream, int number, long firstEvent, long base, BlockHeader.Sections parts) {
    ClockAnchor anchor = new ClockAnchor(WALL, MONOTONIC);
    long dropped = end ? 2 : 0;
    new BlockHeader(
            order, end, LOG, stream, number, firstEvent, dropped, count, anchor, base, parts)
        .encode(log);
  }

  private static StreamIdentity identity(int stream) {
    Optional<Instant> start =
        stream == 0 ? Optional.of(Instant.parse("2014-05-13T16:53:19.5Z")) : Optional.empty();
    return new StreamIdentity(
        "foo.lbl.gov", "gridftp", 4711, start, stream + 1, "thread-" + stream);
  }
}
