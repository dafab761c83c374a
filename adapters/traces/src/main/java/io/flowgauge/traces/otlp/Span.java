package io.flowgauge.traces.otlp;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A span as it is in the file. Not thread-safe. */
final class Span {
  static final int ERROR = 2;

  private static final long UNKNOWN = Long.MIN_VALUE;

  final Map<String, String> resource;
  final Map<String, String> attributes = new FewAttributes();
  final List<Event> events = new ArrayList<>(0);
  final List<SpanKey> links = new ArrayList<>(0);

  /** Its trace, as a key without a span. */
  SpanKey trace = SpanKey.NONE;

  /** Its id; 0 if it has none yet. */
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

  /** Where its activity stood in the run that this library wrote; 0 if others wrote it. */
  long index;

  /** Id of its activity, if it is an attempt of one. */
  String activityId = "";

  /** An event of a span. */
  record Event(String name, long nanos) {}

  Span(Map<String, String> resource) {
    this.resource = resource;
  }

  /** The key by which links refer to it. */
  SpanKey key() {
    return trace.withSpan(id);
  }

  Optional<SpanKey> parentKey() {
    return parent == 0 ? Optional.empty() : Optional.of(trace.withSpan(parent));
  }

  /** Its id as a text; empty if it has none yet. */
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

  /** Tools of Protocol Buffers leave out what is 0. */
  void takeAbsentTimesForZero() {
    start = hasStart() ? start : 0;
    end = hasEnd() ? end : 0;
  }

  /** For messages. */
  String place() {
    return "span " + (name.isEmpty() ? hexId() : name);
  }
}
