package io.flowgauge.log.write;

import io.flowgauge.log.format.BodyHead;

/**
 * How the events of a type begin. A record for the sake of the calls that log: the compiler takes
 * the components of a record it knows for constants, the fields of a class it does not, and each
 * one it need not load makes such a call faster by a good part of what it takes beside the clock.
 *
 * @param lanes where threads find their lanes
 * @param table the table of the lanes, looked into first
 * @param typeId id of the type
 * @param numberBytes bytes of the numbers of an event
 * @param maxTextBytes most bytes of its texts and their lengths
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared or printed.
record EventStart(Lanes lanes, Lane[] table, int typeId, int numberBytes, int maxTextBytes) {
  static EventStart of(Lanes lanes, int typeId, int numberBytes) {
    int maxTextBytes = BodyHead.MAX_MESSAGE - BodyHead.FULL - numberBytes;
    return new EventStart(lanes, lanes.table(), typeId, numberBytes, maxTextBytes);
  }

  /**
   * Begins an event.
   *
   * @param textBytes bytes of its texts and their lengths
   * @return the lane to put its values in and to commit, or null if it is dropped
   */
  Lane begin(int textBytes) {
    long now = System.nanoTime(); // First: what follows need not wait for it.
    Thread thread = Thread.currentThread();
    Lane lane = table[Lanes.slot(thread)];
    if (lane == null || !lane.isOwnedBy(thread)) {
      lane = lanes.find(thread);
      if (lane == null) {
        return null;
      }
    }
    int bytes = textBytes <= maxTextBytes ? textBytes : Lane.TOO_LONG;
    return lane.begin(now, typeId, numberBytes, bytes) ? lane : null;
  }
}
