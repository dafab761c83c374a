package io.flowgauge.log.write;

import io.flowgauge.log.format.ClockAnchor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A lane and what brings its events to the destinations. Not thread-safe. */
final class LaneReaders {
  private final Lane lane;
  private final List<StreamWriter> writers = new ArrayList<>();
  private final Runnable free = this::free;

  /** Where reading goes on when there is a destination again. */
  private final LaneReader start;

  LaneReaders(Lane lane, LaneReader start) {
    this.lane = lane;
    this.start = start;
  }

  Lane lane() {
    return lane;
  }

  /** Has a destination get what is logged from now on, and what was dropped beyond that before. */
  void join(Destination destination, StreamEncoder encoder, long earlierDrops) {
    LaneReader from = new LaneReader(foremost());
    StreamWriter writer = new StreamWriter(lane, destination, from, encoder, earlierDrops);
    writers.add(writer);
    destination.join(writer);
  }

  private LaneReader foremost() {
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
      writer.drain(anchor, free); // What was logged meanwhile is no other destination's.
      giveUp(writer, anchor);
    }
    start.goTo(foremost());
    writers.removeAll(leaving);
  }

  private static void giveUp(StreamWriter writer, ClockAnchor anchor) {
    writer.abandon();
    writer.end(anchor);
    writer.destination().retire(writer);
  }

  /** Brings all that is in the lane to all destinations; false if one does not take all of it. */
  boolean drain(ClockAnchor anchor) {
    boolean all = true;
    for (StreamWriter writer : writers) {
      all &= writer.drain(anchor, free);
    }
    if (writers.isEmpty()) {
      passOver();
    }
    free();
    return all;
  }

  private void passOver() {
    long tail = lane.tail();
    while (start.cut(tail)) {
      start.advance();
    }
  }

  /** Gives back the room of what all have read. */
  private void free() {
    long read = writers.isEmpty() ? start.position() : Long.MAX_VALUE;
    for (StreamWriter writer : writers) {
      read = Math.min(read, writer.reader().position());
    }
    lane.free(read);
  }

  /** Ends all streams of a lane into which nothing more is written, if that can be now. */
  boolean end(ClockAnchor anchor) {
    for (Iterator<StreamWriter> all = writers.iterator(); all.hasNext(); ) {
      StreamWriter writer = all.next();
      if (!writer.destination().isPatient()) {
        giveUp(writer, anchor); // As there can be any number of lanes that nobody uses.
      } else if (writer.reader().position() < lane.tail() || !writer.end(anchor)) {
        return false;
      } else {
        writer.destination().retire(writer);
      }
      all.remove();
    }
    return true;
  }

  /** Ends all streams when the log is closed; whether the ring holds events still. */
  boolean close(ClockAnchor anchor) {
    writers.forEach(writer -> writer.close(anchor, free));
    return writers.stream().anyMatch(StreamWriter::isKept);
  }

  /** Counts what calls logged that ended only after that. */
  void countLate() {
    writers.forEach(StreamWriter::countLate);
  }
}
