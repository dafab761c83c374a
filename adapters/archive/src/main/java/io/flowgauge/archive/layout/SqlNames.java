package io.flowgauge.archive.layout;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Makes names of tables and columns from names of events and fields: lower-case ASCII letters,
 * digits and underscores, which need no quotes in queries unless they are SQL keywords; short
 * enough for PostgreSQL; and unique. Not thread-safe.
 */
public final class SqlNames {
  /**
   * PostgreSQL truncates names at 63 bytes; this leaves room for the suffix of a view and a number.
   */
  private static final int MAX_LENGTH = 45;

  private static final List<String> FOREIGN = List.of("flowgauge_", "sqlite_", "pg_");

  private final Set<String> taken;

  /**
   * Creates a maker of unique names.
   *
   * @param taken names that are taken already
   */
  public SqlNames(Collection<String> taken) {
    this.taken = new HashSet<>(taken);
  }

  /** Returns a name that is not taken, as close as possible to the given one, and takes it. */
  public String take(String name, String suffix) {
    String base = fold(name) + suffix;
    String free = base;
    for (int k = 2; !taken.add(free); k++) {
      free = base + "_" + k;
    }
    return free;
  }

  private static String fold(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_");
    String cut = plain.length() > MAX_LENGTH ? plain.substring(0, MAX_LENGTH) : plain;
    boolean sound = cut.matches("_*[a-z].*") && FOREIGN.stream().noneMatch(cut::startsWith);
    return sound ? cut : "x_" + cut;
  }

  /** Returns a name in double quotes, for use in a statement even if it is a keyword. */
  public static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
