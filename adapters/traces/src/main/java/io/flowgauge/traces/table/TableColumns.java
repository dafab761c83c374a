package io.flowgauge.traces.table;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names of the columns of a text table, and their separator. Immutable and thread-safe. */
public final class TableColumns {
  private static final List<Character> SEPARATORS = List.of('\t', ',', ';', '|');

  private final char separator;
  private final List<String> names;
  private final Map<String, Integer> indices = new HashMap<>();
  private final Set<String> repeated = new LinkedHashSet<>();

  private TableColumns(char separator, List<String> names) {
    this.separator = separator;
    this.names = List.copyOf(names);
    for (int i = 0; i < names.size(); i++) {
      if (indices.putIfAbsent(names.get(i), i) != null) {
        repeated.add(names.get(i));
      }
    }
  }

  /**
   * Returns the columns of a file, if its head looks like a table, with two or more columns in its
   * first line.
   *
   * @return its columns, or empty
   */
  public static Optional<TableColumns> in(TraceFile file) {
    String line = firstLine(file.head());
    char separator = separatorOf(line);
    if (line.indexOf(separator) < 0 || line.indexOf('\uFFFD') >= 0 || line.indexOf('\0') >= 0) {
      return Optional.empty();
    }
    TraceFile header = new TraceFile(file.path(), line);
    try (DelimitedFile cells = DelimitedFile.of(header, new StringReader(line), separator)) {
      return cells.nextCells().map(names -> new TableColumns(separator, strip(names)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the columns of a file that must be a table. */
  public static TableColumns require(TraceFile file) throws TraceFormatException {
    return in(file)
        .orElseThrow(
            () ->
                file.error(
                    "line 1",
                    "'" + firstLine(file.head()) + "'",
                    "a header of column names separated by tabs, commas, semicolons or vertical bars"));
  }

  private static String firstLine(String head) {
    boolean cut =
        head.length() >= TraceFile.HEAD_CHARS && head.indexOf('\n') < 0 && head.indexOf('\r') < 0;
    if (cut) {
      return ""; // A truncated header would give wrong columns.
    }
    return head.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
  }

  private static char separatorOf(String line) {
    char best = SEPARATORS.get(0);
    for (char candidate : SEPARATORS) {
      if (count(line, candidate) > count(line, best)) {
        best = candidate;
      }
    }
    return best;
  }

  private static long count(String line, char separator) {
    return line.chars().filter(c -> c == separator).count();
  }

  private static List<String> strip(List<String> names) {
    List<String> stripped = new ArrayList<>(names.size());
    names.forEach(name -> stripped.add(name.strip()));
    return stripped;
  }

  /**
   * Returns columns that do not come from a file, for instance for the values of another format.
   */
  public static TableColumns named(List<String> names) {
    return new TableColumns(SEPARATORS.get(0), names);
  }

  /** Returns the separator of the cells. */
  public char separator() {
    return separator;
  }

  /** Returns the names of the columns, in order. */
  public List<String> names() {
    return names;
  }

  /** Returns the number of columns, 1 or more. */
  public int size() {
    return names.size();
  }

  /**
   * Whether a column exists.
   *
   * @return true if there is one or more
   */
  public boolean has(String name) {
    return indices.containsKey(name);
  }

  /**
   * Whether all of some columns exist.
   *
   * @return true if none is missing
   */
  public boolean hasAll(Collection<String> wanted) {
    return indices.keySet().containsAll(wanted);
  }

  /**
   * Whether at least one of some columns exists.
   *
   * @return true if one exists
   */
  public boolean hasAny(Collection<String> wanted) {
    return wanted.stream().anyMatch(indices::containsKey);
  }

  /** Returns the index of the first column with a name; -1 if there is none. */
  public int indexOf(String name) {
    return indices.getOrDefault(name, -1);
  }

  /** Returns the names that occur more than once in the header. */
  public Set<String> repeated() {
    return repeated;
  }
}
