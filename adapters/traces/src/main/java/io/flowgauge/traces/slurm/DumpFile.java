package io.flowgauge.traces.slurm;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records of {@code Key=value} pairs, as printed by {@code scontrol show} on one line or on
 * several, and as in the job completion log. A value may contain spaces; it ends before the next
 * word that starts with a capital letter and contains an equals sign. Not thread-safe.
 */
final class DumpFile implements Closeable {
  /** Maximum length of a line; a record of {@code scontrol} has a few thousand characters. */
  private static final int MAX_LINE = 1 << 20;

  private static final int MAX_PAIRS = 1_000;

  private final TraceFile file;
  private final String first;
  private final TraceLines lines;
  private final Remarks remarks;
  private boolean pending;
  private long begin;

  private DumpFile(TraceFile file, String first, TraceLines lines, Remarks remarks) {
    this.file = file;
    this.first = first;
    this.lines = lines;
    this.remarks = remarks;
  }

  /**
   * Opens a file.
   *
   * @param firstKey the first key of each record
   * @param remarks warned if the file may be cut off
   */
  static DumpFile open(TraceFile file, String firstKey, Remarks remarks) throws IOException {
    return new DumpFile(file, firstKey + "=", TraceLines.of(file, MAX_LINE), remarks);
  }

  /** Returns the pairs of the next record; empty at the end. The first value of a key counts. */
  Optional<Map<String, String>> next() throws IOException {
    while (!pending) {
      if (!nextLine()) {
        return Optional.empty();
      }
      pending = lines.text().startsWith(first);
    }
    pending = false;
    begin = lines.number();
    Map<String, String> pairs = new LinkedHashMap<>();
    String line = lines.text();
    do {
      addPairs(line, pairs);
      if (!nextLine()) {
        return Optional.of(pairs);
      }
      line = lines.text();
    } while (!line.startsWith(first));
    pending = true;
    return Optional.of(pairs);
  }

  private boolean nextLine() throws IOException {
    if (!lines.next()) {
      return false;
    }
    if (!lines.isTerminated()) {
      remarks.warn(
          "records without a line end: the file may be cut off in its last value, or after it",
          file.fileName() + " line " + lines.number());
    }
    return true;
  }

  /** Returns the place of the record for messages. */
  String place() {
    return "line " + begin;
  }

  private static void addPairs(String line, Map<String, String> pairs) {
    String key = "";
    StringBuilder value = new StringBuilder();
    int from = 0;
    while (from < line.length()) {
      int space = line.indexOf(' ', from);
      int end = space < 0 ? line.length() : space;
      int equals = keyEnd(line, from, end);
      if (equals >= 0) {
        put(pairs, key, value);
        key = line.substring(from, equals);
        value.setLength(0);
        value.append(line, equals + 1, end);
      } else if (end > from) {
        value.append(' ').append(line, from, end);
      }
      from = end + 1;
    }
    put(pairs, key, value);
  }

  /** Returns the index of the equals sign after the key in a word; -1 if there is no key. */
  private static int keyEnd(String line, int from, int end) {
    if (from >= end || !Character.isUpperCase(line.charAt(from))) {
      return -1;
    }
    int equals = line.indexOf('=', from);
    return equals < end ? equals : -1;
  }

  private static void put(Map<String, String> pairs, String key, StringBuilder value) {
    if (!key.isEmpty() && pairs.size() < MAX_PAIRS) {
      pairs.putIfAbsent(key, value.toString().strip());
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
