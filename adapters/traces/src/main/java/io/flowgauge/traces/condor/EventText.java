package io.flowgauge.traces.condor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the lines of an event into the fields an ad would have. Stateless. */
final class EventText {
  private static final String ON_HOST = "Job executing on host:";
  private static final String DAG_NODE = "DAG Node:";
  private static final String SLOT_NAME = "SlotName:";
  private static final Pattern NODE_NAME = Pattern.compile("DAGNodeName = \"([^\"]+)\"");
  private static final Pattern RETURN =
      Pattern.compile("\\(1\\) Normal termination \\(return value (-?\\d{1,10})\\)");
  private static final Pattern SIGNAL =
      Pattern.compile("\\(0\\) Abnormal termination \\(signal (\\d{1,10})\\)");
  private static final Pattern USAGE =
      Pattern.compile("(Usr [\\d :]{1,40}, Sys [\\d :]{1,40}?)\\s+-\\s+Run Remote Usage");
  private static final Pattern SENT = Pattern.compile("(\\d{1,18})\\s+-\\s+Run Bytes Sent By Job");
  private static final Pattern RECEIVED =
      Pattern.compile("(\\d{1,18})\\s+-\\s+Run Bytes Received By Job");

  private EventText() {}

  /**
   * Returns the values of an event.
   *
   * @param body the further lines, stripped
   */
  static Map<String, String> values(String text, List<String> body) {
    Map<String, String> values = new TreeMap<>();
    String transfer = FileTransfer.numberOf(text);
    if (!transfer.isEmpty()) {
      values.put(UserLogEvent.TRANSFER, transfer);
    }
    if (text.startsWith(ON_HOST)) {
      values.put(UserLogEvent.HOST, text.substring(ON_HOST.length()).strip());
    }
    for (String line : body) {
      line(line, values);
    }
    node(body).ifPresent(name -> values.put(UserLogEvent.NODE, name));
    return values;
  }

  private static void line(String line, Map<String, String> values) {
    if (line.startsWith(SLOT_NAME)) {
      values.putIfAbsent(UserLogEvent.SLOT, line.substring(SLOT_NAME.length()).strip());
    } else if (line.startsWith("(1) Job was checkpointed")) {
      values.put(UserLogEvent.CHECKPOINTED, "true");
    } else {
      put(UserLogEvent.RETURN_VALUE, RETURN, line, values);
      put(UserLogEvent.SIGNAL, SIGNAL, line, values);
      put(UserLogEvent.USAGE, USAGE, line, values);
      put(UserLogEvent.SENT, SENT, line, values);
      put(UserLogEvent.RECEIVED, RECEIVED, line, values);
    }
  }

  private static void put(String name, Pattern pattern, String line, Map<String, String> values) {
    Matcher matcher = pattern.matcher(line);
    if (matcher.find()) {
      values.put(name, matcher.group(1));
    }
  }

  private static Optional<String> node(List<String> body) {
    for (String line : body) {
      if (line.startsWith(DAG_NODE)) {
        return Optional.of(line.substring(DAG_NODE.length()).strip());
      }
    }
    return body.stream()
        .map(NODE_NAME::matcher)
        .filter(Matcher::find)
        .map(name -> name.group(1))
        .findFirst();
  }
}
