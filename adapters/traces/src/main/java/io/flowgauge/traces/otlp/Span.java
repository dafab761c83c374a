package io.flowgauge.traces.otlp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A span as it is in the file. Not thread-safe. */
final class Span {
  static final int ERROR = 2;

  private static final long UNKNOWN = Long.MIN_VALUE;

  final Map<String, String> resource;
  final Map<String, String> attributes = new LinkedHashMap<>();
  final List<Event> events = new ArrayList<>(0);
  final List<String> links = new ArrayList<>(0);
  String trace = "";
  String id = "";
  String parent = "";
  String name = "";
  String message = "";
  long start = UNKNOWN;
  long end = UNKNOWN;
  int status;

  /** An event of a span. */
  record Event(String name, long nanos) {}

  Span(Map<String, String> resource) {
    this.resource = resource;
  }

  /** The key by which links refer to it; ids of spans are unique only within their trace. */
  String key() {
    return key(trace, id);
  }

  static String key(String trace, String id) {
    return trace + "/" + id;
  }

  Optional<String> parentKey() {
    return parent.isEmpty() ? Optional.empty() : Optional.of(key(trace, parent));
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
    return "span " + (name.isEmpty() ? id : name);
  }
}
