package io.flowgauge.traces.files;

import io.flowgauge.trace.Diagnostic;
import java.util.List;

/** Many things of one sort, reported as their number and the first of them. Not thread-safe. */
public final class Tally {
  private long count;
  private String first = "";

  /** Nothing counted so far. */
  public Tally() {}

  /**
   * Counts one more.
   *
   * @param example its place or name, which is shown if it is the first; empty for none
   */
  public void add(String example) {
    if (count++ == 0) {
      first = example;
    }
  }

  /** How many there are. */
  public long count() {
    return count;
  }

  /** The first one: its place or name; empty if it has none, or there is none. */
  public String first() {
    return first;
  }

  /**
   * Adds a remark if there was any.
   *
   * @param message the remark, with {@code %d} for the number
   * @param to where to add it
   */
  public void remark(
      Diagnostic.Severity severity, String where, String message, List<Diagnostic> to) {
    if (count > 0) {
      String text = message.replace("%d", Long.toString(count));
      to.add(new Diagnostic(severity, where, text + (first.isEmpty() ? "" : " (" + first + ")")));
    }
  }
}
