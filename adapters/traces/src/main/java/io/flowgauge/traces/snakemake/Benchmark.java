package io.flowgauge.traces.snakemake;

import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.StringTokenizer;
import java.util.TreeMap;

/**
 * The measurements of Snakemake's {@code benchmark} directive for the last attempt of a job: a
 * table with a row for each repetition. Not thread-safe.
 */
final class Benchmark {
  private static final String HEADER = "s\th:m:s\t";
  private static final String SECONDS = "s";
  private static final String CPU_TIME = "cpu_time";
  private static final int MAX_LINE = 1 << 20;
  private static final int MAX_DIGITS = 40;

  /** Columns that become attributes, with the attribute's name including the unit. */
  private static final Map<String, String> KEPT =
      Map.of(
          "max_rss", "max_rss_MB",
          "max_vms", "max_vms_MB",
          "max_uss", "max_uss_MB",
          "max_pss", "max_pss_MB",
          "io_in", "io_in_MB",
          "io_out", "io_out_MB",
          "mean_load", "mean_load");

  private final Map<String, String> attributes = new TreeMap<>();
  private OptionalLong nanos = OptionalLong.empty();
  private BigDecimal cpu = BigDecimal.ZERO;
  private boolean hasCpu;
  private int rows;

  private Benchmark() {}

  static boolean matches(TraceFile file) {
    return file.head().startsWith(HEADER);
  }

  static Benchmark read(TraceFile file) throws IOException {
    Benchmark benchmark = new Benchmark();
    try (TraceLines lines = TraceLines.of(file, MAX_LINE)) {
      lines.next();
      List<String> names = cells(lines.text());
      while (lines.next()) {
        benchmark.row(file, names, cells(lines.text()), "line " + lines.number());
      }
    }
    return benchmark;
  }

  private static List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    StringTokenizer tokens = new StringTokenizer(line, "\t");
    while (tokens.hasMoreTokens()) {
      cells.add(tokens.nextToken());
    }
    return cells;
  }

  private void row(TraceFile file, List<String> names, List<String> cells, String where)
      throws IOException {
    if (cells.isEmpty()) {
      return;
    }
    if (cells.size() != names.size()) {
      throw file.error(where, cells.size() + " cells", names.size() + " cells, as in the header");
    }
    rows++;
    for (int k = 0; k < cells.size(); k++) {
      cell(file, names.get(k), cells.get(k), where);
    }
  }

  private void cell(TraceFile file, String name, String text, String where) throws IOException {
    if (name.equals(SECONDS)) {
      long time = seconds(file, text, where);
      nanos = OptionalLong.of(Math.addExact(nanos.orElse(0), time));
    } else if (name.equals(CPU_TIME) && isNumber(text)) {
      cpu = cpu.add(new BigDecimal(text));
      hasCpu = true;
    } else if (KEPT.containsKey(name) && isNumber(text)) {
      attributes.put(KEPT.get(name), text);
    }
  }

  private static long seconds(TraceFile file, String text, String where) throws IOException {
    try {
      long nanos = isNumber(text) ? Times.nanos(new BigDecimal(text)) : -1;
      if (nanos >= 0 && nanos < Long.MAX_VALUE / 1_000) {
        return nanos;
      }
    } catch (IllegalArgumentException e) {
      throw file.error(where, text, "seconds, 0 or more, of less than 292 years");
    }
    throw file.error(where, text, "seconds, 0 or more");
  }

  /**
   * Whether a text is a plain decimal number: an exponent could make an addition build a number of
   * a billion digits.
   */
  private static boolean isNumber(String text) {
    return text.length() < MAX_DIGITS && text.matches("-?\\d+(?:\\.\\d*)?");
  }

  /** Returns T: the total time of all repetitions, which a job runs one after another. */
  OptionalLong nanos() {
    return nanos;
  }

  /** Returns the resources; of several repetitions, those of the last. */
  Map<String, String> attributes() {
    Map<String, String> all = new TreeMap<>(attributes);
    if (hasCpu) {
      all.put("cpu_seconds", cpu.toPlainString());
    }
    if (rows > 1) {
      all.put("benchmark_repeats", String.valueOf(rows));
    }
    return all;
  }
}
