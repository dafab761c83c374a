package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.netlogger.BpLine;
import io.flowgauge.traces.files.TraceLines;
import java.util.OptionalLong;

/** The event of the line that is being read, with remarks on what it lacks. Not thread-safe. */
final class StampedeEvent {
  private final BpLine line = new BpLine();
  private final Remarks remarks;
  private long number;

  StampedeEvent(Remarks remarks) {
    this.remarks = remarks;
  }

  /** Goes to a line; false if it is malformed. */
  boolean read(TraceLines lines) {
    number = lines.number();
    return line.parse(lines.buffer(), lines.begin(), lines.end());
  }

  BpLine line() {
    return line;
  }

  String here() {
    return "line " + number;
  }

  /** The value of a name; empty if it is not there. */
  String text(String name) {
    return line.text(name).orElse("");
  }

  /** Whether all names are there; else the event is left out. */
  boolean has(String... names) {
    for (String name : names) {
      if (text(name).isEmpty()) {
        remarks.error("events without " + name + ", left out", here());
        return false;
      }
    }
    return true;
  }

  /** Time of the event; without one it is left out. */
  OptionalLong time() {
    OptionalLong time = line.time("ts");
    if (time.isEmpty()) {
      remarks.error("events without a readable time, left out", here());
    }
    return time;
  }

  /** A whole number without which the event is left out. */
  OptionalLong number(String name) {
    OptionalLong value = has(name) ? line.integer(name) : OptionalLong.empty();
    if (value.isEmpty() && !text(name).isEmpty()) {
      remarks.error("events whose " + name + " is not a number, left out", here());
    }
    return value;
  }
}
