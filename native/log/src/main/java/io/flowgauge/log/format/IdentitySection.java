package io.flowgauge.log.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.trace.Times;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** Encodes and decodes the identity of a stream. */
public final class IdentitySection {
  private static final int FIXED_BYTES = 26;

  /**
   * Most bytes of the name of a host, program or thread; longer ones are truncated, so that all
   * three fit into a message.
   */
  private static final int MAX_TEXT = 4096;

  private IdentitySection() {}

  /**
   * Encodes an identity.
   *
   * @param identity where a stream comes from
   * @param order byte order of the block
   */
  public static byte[] encode(StreamIdentity identity, ByteOrder order) {
    ByteBuffer to = ByteBuffer.allocate(FIXED_BYTES + 3 * (Text.LENGTH_BYTES + MAX_TEXT));
    to.order(order).putShort((short) 0).putLong(identity.processId());
    to.putLong(identity.processStart().map(Times::epochNanos).orElse(0L));
    to.putLong(identity.threadId());
    Text.append(to, cut(identity.host()));
    Text.append(to, cut(identity.program()));
    Text.append(to, cut(identity.thread()));
    to.putShort(0, (short) to.position());
    return Arrays.copyOf(to.array(), to.position());
  }

  /** Truncates a text; a char takes at most three bytes. */
  private static String cut(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return bytes.length <= MAX_TEXT ? text : text.substring(0, MAX_TEXT / 3);
  }

  /**
   * Decodes the identity at the buffer's position.
   *
   * @return where the stream comes from
   * @throws FormatException if there is no valid identity
   */
  public static StreamIdentity decode(ByteBuffer from) throws FormatException {
    try {
      from.getShort();
      long processId = from.getLong();
      long start = from.getLong();
      long threadId = from.getLong();
      String host = Text.take(from);
      String program = Text.take(from);
      return new StreamIdentity(host, program, processId, at(start), threadId, Text.take(from));
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new FormatException("an identity that ends early");
    } catch (IllegalArgumentException e) {
      throw new FormatException("a damaged identity: " + e.getMessage());
    }
  }

  private static Optional<Instant> at(long nanos) {
    return nanos == 0 ? Optional.empty() : Optional.of(Times.instant(nanos));
  }
}
