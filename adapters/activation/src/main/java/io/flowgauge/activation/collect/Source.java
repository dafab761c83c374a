package io.flowgauge.activation.collect;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The known state of a stream of an application: its identity, its types, and how far it has got.
 */
public final class Source {
  private final StreamKey key;
  private final LogTypes types;
  private Optional<StreamIdentity> identity = Optional.empty();
  private StreamPlace place = StreamPlace.BEGIN;

  Source(StreamKey key, LogTypes types) {
    this.key = key;
    this.types = types;
  }

  StreamKey key() {
    return key;
  }

  LogTypes types() {
    return types;
  }

  /** Returns the identity in the form that a block contains; empty while it is unknown. */
  byte[] identity(ByteOrder order) {
    return identity.map(who -> IdentitySection.encode(who, order)).orElseGet(() -> new byte[0]);
  }

  StreamPlace place() {
    return place;
  }

  /** Whether a block was not received before. */
  boolean isNew(BlockHeader block) {
    return !place.ended() && block.number() >= place.number();
  }

  /** Reads the identity and the types that a block describes. */
  void describe(ReceivedBlock block) throws FormatException {
    ByteBuffer from = block.descriptors();
    int identityBytes = block.header().sections().identityBytes();
    if (identityBytes > 0) {
      identity = Optional.of(IdentitySection.decode(from));
      from.position(identityBytes);
    }
    while (from.hasRemaining()) {
      types.add(HeaderMessage.decode(from));
    }
  }

  /**
   * Moves past a block.
   *
   * @return number of events before it that never arrived: the application dropped them, or they
   *     were lost on the way
   */
  long advance(BlockHeader block) {
    long gap = Math.max(0, block.firstEvent() - place.events());
    long drops = Math.max(0, block.dropped() - place.dropped());
    place = StreamPlace.after(block);
    return gap + drops;
  }

  /** Continues at a stored place. */
  void resume(StreamPlace kept) {
    place = kept;
  }
}
