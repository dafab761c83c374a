package io.flowgauge.traces.condor;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/**
 * A form in which HTCondor writes ads, with the position of the reader within it. Not thread-safe.
 */
abstract class AdText {
  /** Maximum nesting of ads. */
  static final int MAX_DEPTH = 100;

  private static final int MAX_VALUE = 10_000;
  private static final int MAX_DIGITS = 40;
  private static final String DAG_NODE = "DAG Node:";
  private static final Set<String> KEPT =
      Set.of(
          "EventTypeNumber",
          "EventTime",
          "Cluster",
          "Proc",
          "Subproc",
          UserLogEvent.NODE,
          UserLogEvent.HOST,
          UserLogEvent.SLOT,
          UserLogEvent.CHECKPOINTED,
          UserLogEvent.RETURN_VALUE,
          UserLogEvent.SIGNAL,
          UserLogEvent.USAGE,
          UserLogEvent.SENT,
          UserLogEvent.RECEIVED,
          UserLogEvent.TRANSFER);

  private int depth;

  /** Returns the number of ads that enclose the current position. */
  final int depth() {
    return depth;
  }

  final void enter() {
    depth++;
  }

  final void leave() {
    depth = Math.max(0, depth - 1);
  }

  /** Resets the position to between two ads. */
  final void reset() {
    depth = 0;
  }

  /** Tells the form that a line starts; no value continues across lines. */
  abstract void beginLine();

  /** Resets the position to the outermost ad. */
  final void restart() {
    depth = 1;
  }

  /** Skips one element of a line, and returns the index after it. */
  abstract int step(String text, int index);

  /** Returns the text that opens an ad. */
  abstract String opening();

  /** Whether a character may stand between two ads. */
  abstract boolean isBetween(char c);

  /** Returns the values of an ad that are used. */
  abstract Map<String, String> parse(String ad) throws IOException;

  /** Stores a value of an ad if it is used. */
  static void put(String name, String value, Map<String, String> values) {
    if (value.length() > MAX_VALUE) {
      return;
    }
    if (name.equals("LogNotes") && value.startsWith(DAG_NODE)) {
      values.put(UserLogEvent.NODE, value.substring(DAG_NODE.length()).strip());
    } else if (name.equals(UserLogEvent.SENT) || name.equals(UserLogEvent.RECEIVED)) {
      values.put(name, whole(value));
    } else if (KEPT.contains(name)) {
      values.putIfAbsent(name, value);
    }
  }

  /** Returns the whole part: ads hold numbers of bytes as real numbers. */
  private static String whole(String value) {
    try {
      BigDecimal number = new BigDecimal(value.length() > MAX_DIGITS ? "" : value);
      return Math.abs(number.scale()) > MAX_DIGITS ? "" : number.toBigInteger().toString();
    } catch (NumberFormatException e) {
      return "";
    }
  }
}
