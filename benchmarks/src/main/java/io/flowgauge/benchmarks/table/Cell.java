package io.flowgauge.benchmarks.table;

import java.util.Map;
import java.util.TreeMap;

/**
 * A benchmark with its parameters.
 *
 * @param benchmark its class and method, below {@code io.flowgauge.benchmarks}
 * @param parameters by name
 */
record Cell(String benchmark, Map<String, String> parameters) {
  private static final String PACKAGE = "io.flowgauge.benchmarks.";

  /** Parses a text such as {@code ReadingBenchmark.read kind=SLURM}. */
  static Cell of(String text) {
    String[] words = text.split(" ", -1);
    Map<String, String> parameters = new TreeMap<>();
    for (int k = 1; k < words.length; k++) {
      int equals = words[k].indexOf('=');
      parameters.put(words[k].substring(0, equals), words[k].substring(equals + 1));
    }
    return new Cell(words[0], parameters);
  }

  /** Returns its full name, as JMH uses it. */
  String fullName() {
    return PACKAGE + benchmark;
  }
}
