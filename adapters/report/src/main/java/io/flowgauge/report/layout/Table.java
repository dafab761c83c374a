package io.flowgauge.report.layout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A table of aligned cells, as narrow as its content allows. Not thread-safe. */
public final class Table {
  private static final String INDENT = "  ";
  private static final String GAP = "  ";
  private static final int NARROWEST = 8;
  private static final String SEPARATORS = ":/._- ";
  private static final int LEAST_DROPPED = 4;

  private final String alignment;
  private final int limit;
  private final List<String[]> rows = new ArrayList<>();

  /**
   * Creates an empty table.
   *
   * @param alignment one character per column: {@code <} left, {@code >} right, {@code ~} left and
   *     shortened if the table would be too wide: first by the prefix that long cells share, then
   *     in the middle
   */
  public Table(String alignment) {
    this(alignment, Page.WIDTH);
  }

  /**
   * Creates an empty table of another width.
   *
   * @param alignment as for {@link #Table(String)}
   * @param limit width in characters beyond which columns are shortened
   */
  public Table(String alignment, int limit) {
    this.alignment = alignment;
    this.limit = limit;
  }

  /**
   * Adds a row.
   *
   * @param cells one text per column; trailing ones may be left out
   */
  public void row(String... cells) {
    rows.add(cells.clone());
  }

  /**
   * Writes the rows.
   *
   * @param page receives the rows
   * @throws IOException if they cannot be written
   */
  public void write(Page page) throws IOException {
    int[] widths = widths();
    for (int k = 0; k < widths.length; k++) {
      dropSharedBeginning(k, widths[k]);
    }
    widths = widths();
    for (String[] cells : rows) {
      StringBuilder line = new StringBuilder(INDENT);
      for (int k = 0; k < cells.length; k++) {
        line.append(k == 0 ? "" : GAP).append(cell(cells[k], k, widths[k]));
      }
      page.line(line.toString());
    }
  }

  /**
   * Replaces a shared prefix by an ellipsis: names in one pipeline often start alike, and need the
   * room for their distinctive parts.
   */
  private void dropSharedBeginning(int column, int width) {
    List<String[]> withColumn = rows.stream().filter(row -> column < row.length).toList();
    List<String> cells = withColumn.stream().map(row -> row[column]).distinct().toList();
    String shared =
        cells.stream()
            .filter(cell -> length(cell) > width)
            .reduce(Table::sharedBeginning)
            .orElse("");
    for (String cell :
        cells) { // Includes cells that fit, so that all cells with the same prefix look alike.
      String own = sharedBeginning(shared, cell);
      shared = own.length() >= LEAST_DROPPED ? own : shared;
    }
    String dropped = shared;
    if (cells.stream().filter(cell -> cell.startsWith(dropped)).count() > 1
        && dropped.length() >= LEAST_DROPPED) {
      withColumn.stream()
          .filter(row -> row[column].startsWith(dropped))
          .forEach(row -> row[column] = "…" + row[column].substring(dropped.length()));
    }
  }

  /** Returns the longest shared prefix that ends with a separator. */
  private static String sharedBeginning(String one, String other) {
    int end = 0;
    for (int k = 0; k < Math.min(one.length(), other.length()); k++) {
      if (one.charAt(k) != other.charAt(k)) {
        break;
      }
      end = SEPARATORS.indexOf(one.charAt(k)) < 0 ? end : k + 1;
    }
    return one.substring(0, end);
  }

  private String cell(String text, int column, int width) {
    String shown = Human.shortened(text, width);
    String blanks = " ".repeat(width - length(shown));
    return alignment.charAt(column) == '>' ? blanks + shown : shown + blanks;
  }

  private int[] widths() {
    int[] widths = new int[alignment.length()];
    int used = INDENT.length() + GAP.length() * (widths.length - 1);
    for (int k = 0; k < widths.length; k++) {
      widths[k] = widest(k);
      used += widths[k];
    }
    while (used > limit && shrinkWidest(widths)) {
      used--;
    }
    return widths;
  }

  private boolean shrinkWidest(int[] widths) {
    int widest = -1;
    for (int k = 0; k < widths.length; k++) {
      boolean isWider = widest < 0 || widths[k] > widths[widest];
      if (alignment.charAt(k) == '~' && widths[k] > NARROWEST && isWider) {
        widest = k;
      }
    }
    if (widest >= 0) {
      widths[widest]--;
    }
    return widest >= 0;
  }

  private int widest(int column) {
    return rows.stream()
        .filter(cells -> column < cells.length)
        .mapToInt(cells -> length(cells[column]))
        .max()
        .orElse(0);
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
