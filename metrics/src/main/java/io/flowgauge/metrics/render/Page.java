package io.flowgauge.metrics.render;

import java.io.IOException;
import java.util.regex.Pattern;

/** Lines of text without trailing blanks, ended by line feeds. Not thread-safe. */
public final class Page {
  /** No line is wider. */
  public static final int WIDTH = 100;

  /** Where a line may be broken: not between a number and its unit. */
  private static final Pattern BREAK =
      Pattern.compile(" (?!(?<=\\d )(?:%|[mµn]?s|min|h|d)(?![\\p{L}\\d]))");

  private final Appendable out;

  /**
   * An empty page.
   *
   * @param out takes the lines
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
   * Writes a section's title, set apart by a blank line.
   *
   * @param title the title
   * @param remark what to say of it, or empty
   * @throws IOException if it cannot be written
   */
  public void title(String title, String remark) throws IOException {
    line("");
    line(remark.isEmpty() ? title : title + "  (" + remark + ")");
  }

  /**
   * Writes words from an indent on, broken between words to further lines of the same indent. A
   * number and its unit stay together.
   *
   * @param first what stands before the first word, and whose width is the indent
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
