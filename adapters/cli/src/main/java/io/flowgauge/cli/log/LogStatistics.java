package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LifelineKey;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Statistics of a log's events. Not thread-safe. */
final class LogStatistics {
  private static final String START = ".start";
  private static final String END = ".end";

  private final LifelineKey key;
  private final Map<String, TypeStatistics> types = new TreeMap<>();
  private final Map<String, PairStatistics> pairs = new TreeMap<>();
  private final SortedSet<String> unkeyed = new TreeSet<>();
  private final TypeStatistics all = new TypeStatistics();

  LogStatistics(LifelineKey key) {
    this.key = key;
  }

  void addAll(EventCursor events) throws IOException {
    while (events.next()) {
      add(events);
    }
  }

  private void add(EventCursor event) {
    String name = event.schema().name();
    types.computeIfAbsent(name, n -> new TypeStatistics()).add(event, key);
    all.count(event.timeNanos());
    if (name.endsWith(START)) {
      start(event, name.substring(0, name.length() - START.length()));
    } else if (name.endsWith(END)) {
      end(event, name.substring(0, name.length() - END.length()));
    }
  }

  private void start(EventCursor event, String pair) {
    id(event, pair).ifPresent(id -> pair(pair).start(id, event.timeNanos()));
  }

  private void end(EventCursor event, String pair) {
    id(event, pair).ifPresent(id -> pair(pair).end(id, event.timeNanos()));
  }

  private Optional<String> id(EventCursor event, String pair) {
    Optional<String> id = key.of(event);
    if (id.isEmpty()) {
      unkeyed.add(pair);
    }
    return id;
  }

  private PairStatistics pair(String name) {
    return pairs.computeIfAbsent(name, n -> new PairStatistics());
  }

  /** Statistics of all events together. */
  TypeStatistics all() {
    return all;
  }

  /** Returns the statistics by name of the event. */
  Map<String, TypeStatistics> types() {
    return types;
  }

  /** Returns the statistics of pairs by name of the event, without its last part. */
  Map<String, PairStatistics> pairs() {
    return pairs;
  }

  /** Returns the names of pairs whose events have no id to match them by. */
  SortedSet<String> unkeyed() {
    return unkeyed;
  }
}
