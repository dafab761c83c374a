package io.flowgauge.traces.document;

import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonPath;
import java.io.IOException;

/** A named interval as documents write phases and services: {@code [name, begin, end]}. */
record Interval(String name, long beginNanos, long endNanos) {
  private static final String EXPECTED = "[name, begin, end]";

  static Interval parse(JsonCursor json, DocumentTimes times) throws IOException {
    String[] name = new String[1];
    long[] nanos = new long[3];
    json.tuple(
        nanos.length,
        EXPECTED,
        index -> {
          if (index == 0) {
            name[0] = json.name("a name");
          } else {
            nanos[index] = times.nanos();
          }
        });
    if (nanos[2] < nanos[1]) {
      throw json.error(
          JsonPath.element(json.path(), 2),
          "an end " + (nanos[1] - nanos[2]) + " ns before its start",
          "an end that is not before its start");
    }
    return new Interval(name[0], nanos[1], nanos[2]);
  }
}
