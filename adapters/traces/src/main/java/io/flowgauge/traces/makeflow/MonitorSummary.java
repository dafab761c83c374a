package io.flowgauge.traces.makeflow;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.json.JsonHead;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The resource monitor's measurements of the last attempt of a rule. Not thread-safe. */
final class MonitorSummary {
  private static final Pattern NAME = Pattern.compile("resource-rule-(\\d{1,18})\\.summary");

  /** Quantities that become attributes, with the unit in the attribute's name. */
  private static final Set<String> KEPT =
      Set.of("memory", "disk", "bytes_read", "bytes_written", "cores", "cpu_time");

  private final TreeMap<String, String> attributes = new TreeMap<>();
  private String host = "";
  private String command = "";
  private OptionalLong start = OptionalLong.empty();
  private OptionalLong end = OptionalLong.empty();
  private OptionalLong wallTime = OptionalLong.empty();

  private MonitorSummary() {}

  static boolean matches(TraceFile file) {
    if (!file.head().startsWith("{")) {
      return false;
    }
    Set<String> keys = JsonHead.keys(file);
    return keys.contains("monitor_version") && keys.contains("wall_time");
  }

  /** Returns the number of the rule in the file's name. */
  static OptionalLong rule(TraceFile file) {
    Matcher matcher = NAME.matcher(FileContent.plainName(file));
    return matcher.matches()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  static MonitorSummary read(TraceFile file) throws IOException {
    MonitorSummary summary = new MonitorSummary();
    JsonCursor.read(file, json -> json.object(name -> summary.member(json, name)));
    return summary;
  }

  private void member(JsonCursor json, String name) throws IOException {
    switch (name) {
      case "host" -> host = json.text();
      case "command" -> command = json.text();
      case "exit_status" -> attributes.put("exit", json.number("a number").toPlainString());
      case "start" -> start = OptionalLong.of(seconds(json));
      case "end" -> end = OptionalLong.of(seconds(json));
      case "wall_time" -> wallTime = OptionalLong.of(seconds(json));
      default -> other(json, name);
    }
  }

  private static long seconds(JsonCursor json) throws IOException {
    long[] nanos = new long[1];
    json.tuple(
        2,
        "[seconds, \"s\"]",
        index -> {
          if (index == 0) {
            nanos[0] = json.duration("seconds, 0 or more");
          } else if (!json.text().equals("s")) {
            throw json.error("another unit", "\"s\"");
          }
        });
    return nanos[0];
  }

  private void other(JsonCursor json, String name) throws IOException {
    if (!KEPT.contains(name)) {
      json.skip();
      return;
    }
    String[] parts = new String[2];
    json.tuple(
        parts.length,
        "[number, unit]",
        index -> parts[index] = index == 0 ? json.number("a number").toPlainString() : json.text());
    attributes.put(key(name, parts[1]), parts[0]);
  }

  private static String key(String name, String unit) {
    if (name.equals("cpu_time") && unit.equals("s")) {
      return "cpu_seconds";
    }
    return name.equals(unit) ? name : name + "_" + unit;
  }

  String host() {
    return host;
  }

  String command() {
    return command;
  }

  OptionalLong start() {
    return start;
  }

  OptionalLong wallTime() {
    return wallTime;
  }

  Map<String, String> attributes() {
    return attributes;
  }

  /** Whether it may belong to a submission, because its times lie within it. */
  boolean isOf(Submission submission) {
    return start.isPresent()
        && end.isPresent()
        && submission.holds(start.getAsLong(), end.getAsLong());
  }
}
