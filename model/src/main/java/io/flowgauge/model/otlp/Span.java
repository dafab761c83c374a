package io.flowgauge.model.otlp;

import io.flowgauge.model.core.Columns;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A span as a file tells it. Not thread-safe. */
final class Span {
  static final int ERROR = 2;

  final Map<String, String> resource;
  final Map<String, String> attributes = new LinkedHashMap<>();
  final List<Event> events = new ArrayList<>(0);
  final List<String> links = new ArrayList<>(0);
  String trace = "";
  String id = "";
  String parent = "";
  String name = "";
  String message = "";
  long start = Columns.ABSENT;
  long end = Columns.ABSENT;
  int status;

  /** An event of a span. */
  record Event(String name, long nanos) {}

  Span(Map<String, String> resource) {
    this.resource = resource;
  }

  /** What links name it by; ids of spans are unique in their trace only. */
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

  boolean hasTimes() {
    return Columns.known(start) && Columns.known(end) && start <= end;
  }

  /** Tools of Protocol Buffers leave out what is 0. */
  void takeAbsentTimesForZero() {
    start = Columns.known(start) ? start : 0;
    end = Columns.known(end) ? end : 0;
  }

  /** For messages. */
  String place() {
    return "span " + (name.isEmpty() ? id : name);
  }
}
