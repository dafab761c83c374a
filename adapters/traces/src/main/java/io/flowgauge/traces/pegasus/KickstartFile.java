package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The records in the output of a job that kickstart ran: one for each program, in YAML since
 * version 3.0, in XML before, with any output of programs and wrappers in between. Only values at
 * known paths are read. Not thread-safe.
 */
final class KickstartFile {
  private static final Pattern NAME = Pattern.compile("(.+)\\.out(?:\\.(\\d{1,6}))?");
  private static final String YAML = "- invocation:";
  private static final Pattern HEAD =
      Pattern.compile("(?m)^- invocation:\\s*True\\s*$|<invocation\\s");
  private static final Pattern FIELD = Pattern.compile("( *)([A-Za-z_][\\w-]*):(?: (.*))?");
  private static final Pattern ARGUMENT = Pattern.compile(" *- (.*)");
  private static final String ARGUMENTS = "mainjob.argument_vector";
  private static final String XML_BEGIN = "<invocation";
  private static final String XML_END = "</invocation>";
  private static final int MAX_XML = 16 << 20;
  private static final int INDENT = 2;

  /** Paths of the values that are used. */
  private static final Set<String> KEPT =
      Set.of(
          "start",
          "duration",
          "transformation",
          "derivation",
          "resource",
          "hostname",
          "hostaddr",
          "mainjob.start",
          "mainjob.duration",
          "mainjob.usage.utime",
          "mainjob.usage.stime",
          "mainjob.status.regular_exitcode",
          "jobids.condor");

  private final TraceFile file;
  private final Remarks remarks;
  private final List<KickstartRecord> records = new ArrayList<>(1);
  private final StringBuilder xml = new StringBuilder();
  private final Deque<String> path = new ArrayDeque<>();
  private boolean inYaml;
  private boolean inXml;

  /** Lines indented further than this belong to a literal text and are not parsed. */
  private int literal = Integer.MAX_VALUE;

  private KickstartFile(TraceFile file, Remarks remarks) {
    this.file = file;
    this.remarks = remarks;
  }

  /**
   * The job and submission to which a file of output belongs.
   *
   * @param index number of earlier submissions of the job
   */
  record Owner(String job, int index) {}

  static boolean matches(TraceFile file) {
    return NAME.matcher(FileContent.plainName(file)).matches() && HEAD.matcher(file.head()).find();
  }

  static Owner owner(TraceFile file) {
    Matcher matcher = NAME.matcher(FileContent.plainName(file));
    if (!matcher.matches()) {
      return new Owner("", 0);
    }
    String index = matcher.group(2);
    return new Owner(matcher.group(1), index == null ? 0 : Integer.parseInt(index));
  }

  static List<KickstartRecord> read(TraceFile file, Remarks remarks) throws IOException {
    KickstartFile all = new KickstartFile(file, remarks);
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        all.line(lines.text());
      }
    }
    if (all.inXml) {
      remarks.error("kickstart records cut off at the end of the file, left out", file.fileName());
    }
    all.records.removeIf(KickstartRecord::isEmpty);
    return all.records;
  }

  private void line(String text) throws IOException {
    if (inXml) {
      xml(text);
    } else if (text.startsWith(YAML)) {
      inYaml = true;
      path.clear();
      literal = Integer.MAX_VALUE;
      records.add(new KickstartRecord());
    } else if (text.contains(XML_BEGIN)) {
      inYaml = false;
      inXml = true;
      xml.setLength(0);
      xml(text.substring(text.indexOf(XML_BEGIN)));
    } else if (inYaml) {
      yaml(text);
    }
  }

  private void xml(String text) throws IOException {
    int end = text.indexOf(XML_END);
    if (xml.length() + text.length() > MAX_XML) {
      throw file.error("", "a record of over " + MAX_XML + " characters", "a shorter one");
    }
    xml.append(end < 0 ? text : text.substring(0, end + XML_END.length())).append('\n');
    if (end >= 0) {
      inXml = false;
      KickstartXml.read(xml.toString(), KEPT)
          .ifPresentOrElse(
              records::add,
              () -> remarks.error("kickstart records that are not XML, left out", file.fileName()));
      xml.setLength(0);
    }
  }

  /**
   * Reads a line of YAML; one that is not indented ends the record, because something else printed
   * it.
   */
  private void yaml(String text) {
    if (text.isBlank()) {
      return;
    }
    int indent = indent(text);
    if (indent == 0) {
      inYaml = false;
      return;
    }
    Matcher item = ARGUMENT.matcher(text);
    if (indent <= literal && item.matches() && ARGUMENTS.equals(String.join(".", path))) {
      records.get(records.size() - 1).argument(unquoted(item.group(1).strip()));
      return;
    }
    Matcher field = FIELD.matcher(text);
    if (indent > literal || !field.matches()) {
      return;
    }
    literal = Integer.MAX_VALUE;
    int depth = indent / INDENT - 1;
    while (path.size() > Math.max(0, depth)) {
      path.removeLast();
    }
    String value = field.group(3) == null ? "" : field.group(3).strip();
    member(field.group(2), value, indent);
  }

  private void member(String name, String value, int indent) {
    String full = path.isEmpty() ? name : String.join(".", path) + "." + name;
    if (value.isEmpty()) {
      path.addLast(name);
    } else if (value.startsWith("|") || value.startsWith(">")) {
      literal = indent;
    } else if (KEPT.contains(full)) {
      records.get(records.size() - 1).put(full, unquoted(value));
    }
  }

  private static int indent(String text) {
    int count = 0;
    while (count < text.length() && text.charAt(count) == ' ') {
      count++;
    }
    return count;
  }

  private static String unquoted(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
