package io.flowgauge.cli.log;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LifelineKey;
import io.flowgauge.trace.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statistics of the events of one name. Not thread-safe. */
final class TypeStatistics {
  private final Map<String, NumberSummary> fields = new LinkedHashMap<>();
  private long count;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;
  private EventSchema schema;
  private NumberSummary[] summaries = {};

  void add(EventCursor event, LifelineKey key) {
    count(event.timeNanos());
    if (schema == null || !schema.equals(event.schema())) {
      schema = event.schema();
      summaries = summaries(key);
    }
    for (int k = 0; k < summaries.length; k++) {
      if (summaries[k] != null) {
        summaries[k].add(number(event, k));
      }
    }
  }

  /** Counts an event without reading its values. */
  void count(long nanos) {
    count++;
    first = Math.min(first, nanos);
    last = Math.max(last, nanos);
  }

  /** Returns a summary for each numeric field that is not an id, and null for the others. */
  private NumberSummary[] summaries(LifelineKey key) {
    List<Field> all = schema.fields();
    NumberSummary[] found = new NumberSummary[all.size()];
    for (int k = 0; k < found.length; k++) {
      if (all.get(k).type() != FieldType.STRING && !key.isPart(schema, k)) {
        found[k] = fields.computeIfAbsent(all.get(k).name(), name -> new NumberSummary());
      }
    }
    return found;
  }

  static double number(EventCursor event, int field) {
    return switch (event.schema().fields().get(field).type()) {
      case INT32, INT64 -> event.int64(field);
      case FLOAT32, FLOAT64 -> event.float64(field);
      case STRING -> Double.NaN;
    };
  }

  long count() {
    return count;
  }

  /** Returns the earliest time, in nanoseconds. */
  long first() {
    return first;
  }

  /** Returns the latest time, in nanoseconds. */
  long last() {
    return last;
  }

  /** Returns the events per second from the first to the last; NaN if all have the same time. */
  double rate() {
    return last > first ? (count - 1) / Times.seconds(LogTime.between(first, last)) : Double.NaN;
  }

  /** Returns the summaries of numeric fields, by name. */
  Map<String, NumberSummary> fields() {
    return fields;
  }
}
