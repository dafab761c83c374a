package io.flowgauge.report.layout;

import java.io.IOException;
import java.util.regex.Pattern;

/** Lines of text without trailing blanks, ended by line feeds. Not thread-safe. */
public final class Page {
  /** Maximum width of a line, in characters. */
  public static final int WIDTH = 100;

  /** Places where a line may be broken: not between a number and its unit. */
  private static final Pattern BREAK =
      Pattern.compile(" (?!(?<=\\d )(?:%|[mµn]?s|min|h|d)(?![\\p{L}\\d]))");

  private final Appendable out;

  /**
   * Creates an empty page.
   *
   * @param out receives the lines
   */
  public Page(Appendable out) {
    this.out = out;
  }

  /**
   * Writes a line.
   *
   * @param text the line
   * @throws IOException if it cannot be written
   */
  public void line(String text) throws IOException {
    out.append(text.stripTrailing()).append('\n');
  }

  /**
   * Writes a blank line and the title of a section.
   *
   * @param title the title
   * @param remark explanation in parentheses, or empty
   * @throws IOException if it cannot be written
   */
  public void title(String title, String remark) throws IOException {
    line("");
    line(remark.isEmpty() ? title : title + "  (" + remark + ")");
  }

  /**
   * Writes words after an indent and continues them on lines of the same indent. A number and its
   * unit stay together.
   *
   * @param first text before the first word; its width is the indent
   * @param text the words
   * @throws IOException if they cannot be written
   */
  public void paragraph(String first, String text) throws IOException {
    String indent = " ".repeat(first.length());
    StringBuilder line = new StringBuilder(first);
    boolean isEmpty = true;
    for (String word : BREAK.split(text, -1)) {
      if (!isEmpty && line.length() + 1 + word.length() > WIDTH) {
        line(line.toString());
        line.setLength(0);
        line.append(indent);
        isEmpty = true;
      }
      line.append(isEmpty ? "" : " ").append(Human.shortened(word, WIDTH - indent.length()));
      isEmpty = false;
    }
    line(line.toString());
  }
}
