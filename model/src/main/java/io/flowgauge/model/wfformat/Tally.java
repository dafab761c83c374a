package io.flowgauge.model.wfformat;

import io.flowgauge.trace.Diagnostic;
import java.util.List;

/** Many things of one sort, told as their number and the first of them. Not thread-safe. */
final class Tally {
  private int count;
  private String first = "";

  void add(String example) {
    if (count++ == 0) {
      first = example;
    }
  }

  int count() {
    return count;
  }

  /**
   * Adds a remark if there was any.
   *
   * @param severity how much it matters
   * @param where the part of the file
   * @param message the remark, with {@code %d} for the number
   * @param to where to add it
   */
  void remark(Diagnostic.Severity severity, String where, String message, List<Diagnostic> to) {
    if (count > 0) {
      String text = message.replace("%d", Integer.toString(count));
      to.add(new Diagnostic(severity, where, text + (first.isEmpty() ? "" : " (" + first + ")")));
    }
  }
}
