package io.flowgauge.metrics.render;

import java.io.IOException;

/** Lines of text without trailing blanks, ended by line feeds. Not thread-safe. */
final class Page {
  /** No line is wider. */
  static final int WIDTH = 100;

  private final Appendable out;

  Page(Appendable out) {
    this.out = out;
  }

  void line(String text) throws IOException {
    out.append(text.stripTrailing()).append('\n');
  }

  /** A section's title, set apart by a blank line. */
  void title(String title, String remark) throws IOException {
    line("");
    line(remark.isEmpty() ? title : title + "  (" + remark + ")");
  }

  /** Words from the given indent on, broken between words to further lines of the same indent. */
  void paragraph(String first, String text) throws IOException {
    String indent = " ".repeat(first.length());
    StringBuilder line = new StringBuilder(first);
    boolean isEmpty = true;
    for (String word : text.split(" ", -1)) {
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
