package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.netlogger.BpLine;
import io.flowgauge.traces.files.TraceLines;
import java.util.OptionalLong;

/** The event on the current line, reporting values that it lacks. Not thread-safe. */
final class StampedeEvent {
  private final BpLine line = new BpLine();
  private final Remarks remarks;
  private long number;

  StampedeEvent(Remarks remarks) {
    this.remarks = remarks;
  }

  /** Parses a line; returns false if it is malformed. */
  boolean read(TraceLines lines) {
    number = lines.number();
    return line.parse(lines.buffer(), lines.begin(), lines.end());
  }

  BpLine line() {
    return line;
  }

  String position() {
    return "line " + number;
  }

  /** Returns the value of a name; empty if it is absent. */
  String text(String name) {
    return line.text(name).orElse("");
  }

  /** Whether all names are present; if not, reports that the event is left out. */
  boolean has(String... names) {
    for (String name : names) {
      if (text(name).isEmpty()) {
        remarks.error("events without " + name + ", left out", position());
        return false;
      }
    }
    return true;
  }

  /** Returns the time of the event; if there is none, reports that the event is left out. */
  OptionalLong time() {
    OptionalLong time = line.time("ts");
    if (time.isEmpty()) {
      remarks.error("events without a readable time, left out", position());
    }
    return time;
  }

  /** Returns a whole number; if there is none, reports that the event is left out. */
  OptionalLong number(String name) {
    OptionalLong value = has(name) ? line.integer(name) : OptionalLong.empty();
    if (value.isEmpty() && !text(name).isEmpty()) {
      remarks.error("events whose " + name + " is not a number, left out", position());
    }
    return value;
  }
}
