package io.flowgauge.log.write;

import io.flowgauge.log.format.BodyHead;

/**
 * Begins the events of a type. It is a record for speed: the just-in-time compiler treats the
 * components of a constant record as constants, but not the fields of a class, and each load is a
 * considerable part of the cost of a logging call beyond reading the clock.
 *
 * @param lanes finds the lanes of threads
 * @param table the table of the lanes, which is searched first
 * @param counts whether times come from the time stamp counter
 * @param numberBytes bytes of the numbers of an event
 * @param maxTextBytes most bytes of its texts and their lengths
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared or printed.
record EventStart(
    Lanes lanes, Lane[] table, boolean counts, int typeId, int numberBytes, int maxTextBytes) {
  static EventStart of(Lanes lanes, int typeId, int numberBytes) {
    int maxTextBytes = BodyHead.MAX_MESSAGE - BodyHead.FULL - numberBytes;
    return new EventStart(lanes, lanes.table(), lanes.counts(), typeId, numberBytes, maxTextBytes);
  }

  /**
   * Begins an event.
   *
   * @param textBytes bytes of its texts and their lengths
   * @return the lane to put its values in and to commit, or null if it is dropped
   */
  Lane begin(int textBytes) {
    // The clock is read first, so that the processor can overlap what follows with it.
    long now = counts ? LogClock.COUNTER.read() : System.nanoTime();
    Thread thread = Thread.currentThread();
    Lane lane = table[Lanes.slot(thread)];
    if (lane == null || !lane.isOwnedBy(thread)) {
      lane = lanes.find(thread);
      if (lane == null) {
        return null;
      }
    }
    int bytes = textBytes <= maxTextBytes ? textBytes : Lane.TOO_LONG;
    if (counts) {
      now = lane.nanos(now);
    }
    return lane.begin(now, typeId, numberBytes, bytes) ? lane : null;
  }
}
