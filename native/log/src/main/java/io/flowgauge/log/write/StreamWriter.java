package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;

/** Brings what is in one lane to one destination. Not thread-safe. */
final class StreamWriter {
  private final Lane lane;
  private final Destination destination;
  private final LaneReader reader;
  private final StreamEncoder encoder;

  /** What was dropped in the lane before is nothing to this destination. */
  private final long earlierDrops;

  private long abandoned;
  private boolean kept;

  StreamWriter(
      Lane lane,
      Destination destination,
      LaneReader reader,
      StreamEncoder encoder,
      long earlierDrops) {
    this.lane = lane;
    this.destination = destination;
    this.reader = reader;
    this.encoder = encoder;
    this.earlierDrops = earlierDrops;
  }

  Destination destination() {
    return destination;
  }

  LaneReader reader() {
    return reader;
  }

  /** Events that did not and will not get to the outlet. */
  long dropped() {
    return lane.dropped() - earlierDrops + abandoned;
  }

  /**
   * Offers all that is in the lane. What is not taken stays there; but where others wait for the
   * room, half of it at most.
   *
   * @param read called after each run that was taken
   * @return whether all was taken
   */
  boolean drain(ClockAnchor anchor, Runnable read) {
    boolean taken = destination.outlet().isReady() && drainNow(anchor, read);
    if (!taken && !destination.isPatient() && isHalfFull()) {
      abandon();
    }
    return taken || reader.position() == lane.tail();
  }

  /** The same, whether or not there seems to be any point in it. */
  private boolean drainNow(ClockAnchor anchor, Runnable read) {
    long tail = lane.tail();
    while (reader.cut(tail)) {
      if (!offer(anchor)) {
        return false;
      }
      reader.advance();
      account(anchor);
      read.run();
    }
    return true;
  }

  /** What is in blocks need not be taken from the ring when the process is dead. */
  private void account(ClockAnchor anchor) {
    if (destination.isPatient()) {
      lane.account(
          reader.position(), encoder.number(), encoder.events(), reader.baseNanos(), anchor);
    }
  }

  private boolean offer(ClockAnchor anchor) {
    Sieve sieve = destination.sieve();
    sieve.sift(reader);
    if (sieve.events() == 0) {
      return true;
    }
    Run run =
        new Run(
            sieve.bodies(), sieve.events(), reader.baseNanos(), sieve.typeIds(), anchor, dropped());
    return destination.outlet().offer(encoder, run);
  }

  private boolean isHalfFull() {
    return lane.tail() - reader.position() > lane.wrap(0) / 2;
  }

  /** Counts as dropped what is in the lane. */
  void abandon() {
    long tail = lane.tail();
    while (reader.cut(tail)) {
      destination.sieve().sift(reader);
      abandoned += destination.sieve().events();
      reader.advance();
    }
  }

  /** Ends the stream; whether the outlet has taken that. */
  boolean end(ClockAnchor anchor) {
    Run end = Run.end(reader.baseNanos(), anchor, dropped());
    return destination.outlet().offer(encoder, end);
  }

  /** Ends the stream when the log is closed; what is not taken stays in a ring that is a file. */
  void close(ClockAnchor anchor, Runnable read) {
    boolean keeps = destination.isPatient() && lane.ring().isMapped();
    kept = !drainNow(anchor, read) && keeps;
    if (!kept) {
      abandon();
      kept = !end(anchor) && keeps;
    }
  }

  /** Whether the next to open the log will find events in the ring. */
  boolean isKept() {
    return kept;
  }

  /** Counts what calls logged that ended only after the log was closed. */
  void countLate() {
    if (!kept) {
      abandon();
    }
  }
}
