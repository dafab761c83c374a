package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A lane and the writers that move its events to the destinations. Not thread-safe. */
final class LaneReaders {
  private final Lane lane;
  private final List<StreamWriter> writers = new ArrayList<>();
  private final Runnable free = this::free;

  /** Where reading resumes when a destination is added after there was none. */
  private final LaneReader start;

  LaneReaders(Lane lane, LaneReader start) {
    this.lane = lane;
    this.start = start;
  }

  Lane lane() {
    return lane;
  }

  /**
   * Adds a destination for events logged from now on. {@code earlierDrops} are not counted for it.
   */
  void join(Destination destination, StreamEncoder encoder, long earlierDrops) {
    LaneReader from = new LaneReader(farthestReader());
    StreamWriter writer = new StreamWriter(lane, destination, from, encoder, earlierDrops);
    writers.add(writer);
    destination.join(writer);
  }

  private LaneReader farthestReader() {
    LaneReader foremost = start;
    for (StreamWriter writer : writers) {
      if (writer.reader().position() > foremost.position()) {
        foremost = writer.reader();
      }
    }
    return foremost;
  }

  /** Ends the stream of a destination. */
  void leave(Destination destination, ClockAnchor anchor) {
    List<StreamWriter> leaving =
        writers.stream().filter(writer -> writer.destination() == destination).toList();
    for (StreamWriter writer : leaving) {
      writer.drain(anchor, free); // Events logged meanwhile must not go to the destinations that
      // stay only.
      abandonWriter(writer, anchor);
    }
    start.goTo(farthestReader());
    writers.removeAll(leaving);
  }

  private static void abandonWriter(StreamWriter writer, ClockAnchor anchor) {
    writer.abandon();
    writer.end(anchor);
    writer.destination().retire(writer);
  }

  /**
   * Offers the lane's events to all destinations; returns false if one does not take all of them.
   */
  boolean drain(ClockAnchor anchor) {
    boolean all = true;
    for (StreamWriter writer : writers) {
      all &= writer.drain(anchor, free);
    }
    if (writers.isEmpty()) {
      skipToTail();
    }
    free();
    return all;
  }

  private void skipToTail() {
    long tail = lane.tail();
    while (start.nextRun(tail) != null) {
      start.advance();
    }
  }

  /** Frees the room that all writers have read past. */
  private void free() {
    long read = writers.isEmpty() ? start.position() : Long.MAX_VALUE;
    for (StreamWriter writer : writers) {
      read = Math.min(read, writer.reader().position());
    }
    lane.free(read);
  }

  /**
   * Ends all streams of a lane whose thread has ended; returns false if a destination cannot take
   * the rest now.
   */
  boolean end(ClockAnchor anchor) {
    for (Iterator<StreamWriter> all = writers.iterator(); all.hasNext(); ) {
      StreamWriter writer = all.next();
      if (!writer.destination().holdsEventsInLanes()) {
        abandonWriter(writer, anchor); // Otherwise unused lanes could accumulate.
      } else if (writer.reader().position() < lane.tail() || !writer.end(anchor)) {
        return false;
      } else {
        writer.destination().retire(writer);
      }
      all.remove();
    }
    return true;
  }

  /** Ends all streams when the log closes; returns whether the ring still holds events. */
  boolean close(ClockAnchor anchor) {
    writers.forEach(writer -> writer.close(anchor, free));
    return writers.stream().anyMatch(StreamWriter::isKept);
  }

  /** Counts the events of calls that ended after the log was closed. */
  void countLate() {
    writers.forEach(StreamWriter::countLate);
  }
}
