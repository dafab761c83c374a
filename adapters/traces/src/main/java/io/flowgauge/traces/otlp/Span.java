package io.flowgauge.traces.otlp;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A span as read from the file. Not thread-safe. */
final class Span {
  static final int ERROR = 2;

  private static final long UNKNOWN = Long.MIN_VALUE;

  final Map<String, String> resource;
  final Map<String, String> attributes = new FewAttributes();
  final List<Event> events = new ArrayList<>(0);
  final List<SpanKey> links = new ArrayList<>(0);

  /** Its trace, as a key without span. */
  SpanKey trace = SpanKey.NONE;

  /** Its id; 0 until it is read. */
  long id;

  /** Id of its parent; 0 if it has none. */
  long parent;

  String name = "";
  String message = "";
  long start = UNKNOWN;
  long end = UNKNOWN;
  int status;

  /** Whether it is an attempt of an activity. */
  boolean isActivity;

  /** Index of its activity in the run that Flowgauge wrote; 0 if another program wrote the span. */
  long index;

  /** Id of its activity, if it is an attempt of one. */
  String activityId = "";

  /** An event of a span. */
  record Event(String name, long nanos) {}

  Span(Map<String, String> resource) {
    this.resource = resource;
  }

  /** Returns the key by which links refer to it. */
  SpanKey key() {
    return trace.withSpan(id);
  }

  Optional<SpanKey> parentKey() {
    return parent == 0 ? Optional.empty() : Optional.of(trace.withSpan(parent));
  }

  /** Returns its id as text; empty until it is read. */
  String hexId() {
    return id == 0 ? "" : HexFormat.of().toHexDigits(id);
  }

  boolean is(String attribute) {
    return "true".equals(attributes.get(attribute));
  }

  Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name));
  }

  boolean hasStart() {
    return start != UNKNOWN;
  }

  boolean hasEnd() {
    return end != UNKNOWN;
  }

  boolean hasTimes() {
    return hasStart() && hasEnd() && start <= end;
  }

  /** Sets absent times to 0, because Protocol Buffers tools omit values of 0. */
  void takeAbsentTimesForZero() {
    start = hasStart() ? start : 0;
    end = hasEnd() ? end : 0;
  }

  /** Names the span in messages. */
  String place() {
    return "span " + (name.isEmpty() ? hexId() : name);
  }
}
