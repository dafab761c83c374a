package io.flowgauge.traces.condor;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/** A form in which HTCondor writes ads, and where a text of it stands. Not thread-safe. */
abstract class AdText {
  /** Deepest nesting of ads in ads. */
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

  /** Number of ads that the text stands in. */
  final int depth() {
    return depth;
  }

  final void enter() {
    depth++;
  }

  final void leave() {
    depth = Math.max(0, depth - 1);
  }

  /** Between two ads again. */
  final void reset() {
    depth = 0;
  }

  /** At the begin of a line, up to which no value goes on. */
  abstract void beginLine();

  /** In the outermost ad again. */
  final void restart() {
    depth = 1;
  }

  /** Skips what is at an index of a line, and returns the index after it. */
  abstract int step(String text, int index);

  /** The beginning of an ad. */
  abstract String opening();

  /** Whether a character may stand between two ads. */
  abstract boolean isBetween(char c);

  /** The values of an ad that are of use. */
  abstract Map<String, String> parse(String ad) throws IOException;

  /** Puts a value of an ad to the others, if it is of use. */
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

  /** Numbers of bytes are real numbers in ads. */
  private static String whole(String value) {
    try {
      BigDecimal number = new BigDecimal(value.length() > MAX_DIGITS ? "" : value);
      return Math.abs(number.scale()) > MAX_DIGITS ? "" : number.toBigInteger().toString();
    } catch (NumberFormatException e) {
      return "";
    }
  }
}
