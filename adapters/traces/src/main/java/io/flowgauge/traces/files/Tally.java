package io.flowgauge.traces.files;

import io.flowgauge.trace.Diagnostic;
import java.util.List;

/**
 * Counts things of one kind, to be reported as their number and the first of them. Not thread-safe.
 */
public final class Tally {
  private long count;
  private String first = "";

  /** Creates an empty tally. */
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

  /** Returns the number counted. */
  public long count() {
    return count;
  }

  /**
   * Returns the place or name of the first one; empty if it has none, or if nothing was counted.
   */
  public String first() {
    return first;
  }

  /**
   * Adds a remark if anything was counted.
   *
   * @param message the remark, with {@code %d} for the number
   * @param to the list to add it to
   */
  public void remark(
      Diagnostic.Severity severity, String where, String message, List<Diagnostic> to) {
    if (count > 0) {
      String text = message.replace("%d", Long.toString(count));
      to.add(new Diagnostic(severity, where, text + (first.isEmpty() ? "" : " (" + first + ")")));
    }
  }
}
