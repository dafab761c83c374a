package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.TraceFile;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Supplier;

/** Counts oddities, so that each kind becomes one diagnostic. Not thread-safe. */
final class Oddities {
  private static final int SHOWN = 120;

  private final Map<Oddity, OddityCount> counts = new EnumMap<>(Oddity.class);

  /**
   * Counts one more.
   *
   * @param where its place and name, shown if it is the first
   */
  void add(Oddity oddity, String where) {
    counts.computeIfAbsent(oddity, Oddity::counter).add(where);
  }

  /**
   * Counts an oddity that may occur millions of times.
   *
   * @param where supplies its place and name; called only for the first
   */
  void add(Oddity oddity, Supplier<String> where) {
    OddityCount count = counts.get(oddity);
    if (count == null) {
      add(oddity, where.get());
    } else {
      count.add("");
    }
  }

  /** Reports them to a recorder. */
  void report(TraceFile file, RunRecorder into) {
    counts.forEach((oddity, count) -> count.report(oddity.severity(), file, into));
  }

  /** Shortens a text of an input, and makes it fit for one line of a message. */
  static String shown(String text) {
    String cut = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    return cut.codePoints()
        .map(c -> Character.isISOControl(c) ? '\uFFFD' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
