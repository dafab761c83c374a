package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;

/** Moves the events of one lane to one destination. Not thread-safe. */
final class StreamWriter {
  private final Lane lane;
  private final Destination destination;
  private final LaneReader reader;
  private final StreamEncoder encoder;

  /** Number of drops in the lane before this destination joined. */
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

  /** Returns the number of events that did not reach the outlet and never will. */
  long dropped() {
    return lane.dropped() - earlierDrops + abandoned;
  }

  /**
   * Offers everything in the lane to the outlet. Events not taken stay in the lane but, if there
   * are other destinations, only until the ring is half full.
   *
   * @param read called after each run that was taken
   */
  boolean drain(ClockAnchor anchor, Runnable read) {
    boolean taken = destination.outlet().isReady() && drainNow(anchor, read);
    if (!taken && !destination.holdsEventsInLanes() && isHalfFull()) {
      abandon();
    }
    return taken || reader.position() == lane.tail();
  }

  /** Offers everything, even if the outlet is not ready. */
  private boolean drainNow(ClockAnchor anchor, Runnable read) {
    long tail = lane.tail();
    for (Run run = reader.nextRun(tail); run != null; run = reader.nextRun(tail)) {
      Run wanted = destination.eventFilter().wantedEvents(run);
      if (wanted.events() > 0 && !offer(wanted, anchor)) {
        return false;
      }
      reader.advance();
      account(anchor);
      read.run();
    }
    return true;
  }

  /**
   * Records which events are in blocks, so that they are not recovered from the ring if the process
   * dies.
   */
  private void account(ClockAnchor anchor) {
    if (destination.holdsEventsInLanes()) {
      lane.recordWritten(
          reader.position(), encoder.number(), encoder.events(), reader.baseNanos(), anchor);
    }
  }

  private boolean offer(Run run, ClockAnchor anchor) {
    return destination.outlet().offer(new Block(encoder, run, anchor, dropped()));
  }

  private boolean isHalfFull() {
    return lane.tail() - reader.position() > lane.wrap(0) / 2;
  }

  /** Counts all events in the lane as dropped. */
  void abandon() {
    long tail = lane.tail();
    for (Run run = reader.nextRun(tail); run != null; run = reader.nextRun(tail)) {
      abandoned += destination.eventFilter().wantedEvents(run).events();
      reader.advance();
    }
  }

  /** Ends the stream; returns whether the outlet took the end. */
  boolean end(ClockAnchor anchor) {
    return offer(Run.endOfStream(reader.baseNanos()), anchor);
  }

  /**
   * Ends the stream when the log closes; events not taken stay in the ring if the ring is a file.
   */
  void close(ClockAnchor anchor, Runnable read) {
    boolean keeps = destination.holdsEventsInLanes() && lane.ring().isMapped();
    kept = !drainNow(anchor, read) && keeps;
    if (!kept) {
      abandon();
      kept = !end(anchor) && keeps;
    }
  }

  /** Whether the ring still holds events for the next process that opens the log. */
  boolean isKept() {
    return kept;
  }

  /** Counts the events of calls that ended after the log was closed. */
  void countLate() {
    if (!kept) {
      abandon();
    }
  }
}
