package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements of one DAG file; keywords are case-insensitive. Not thread-safe. */
final class DagParser {
  private static final Pattern VARIABLE =
      Pattern.compile("(\\+?[\\w.]+)\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*+)\"");
  private static final String ALL_NODES = "ALL_NODES";
  private static final int MAX_LINE = 1 << 22;

  /** Statements that affect neither the graph nor the outcome of nodes. */
  private static final Set<String> IRRELEVANT =
      Set.of(
          "CONFIG",
          "DOT",
          "NODE_STATUS_FILE",
          "JOBSTATE_LOG",
          "SET_JOB_ATTR",
          "MAXJOBS",
          "CATEGORY",
          "PRIORITY",
          "PRE_SKIP",
          "ABORT-DAG-ON",
          "ENV",
          "SAVE_POINT_FILE",
          "SUBMIT-DESCRIPTION");

  /** The parents and children of one line. */
  record Edges(String where, List<String> parents, List<String> children) {}

  private final Remarks remarks;
  private final Map<String, DagNode> nodes = new LinkedHashMap<>();
  private final Map<String, String> splices = new LinkedHashMap<>();
  private final Set<String> includes = new LinkedHashSet<>();
  private final Set<String> outside = new LinkedHashSet<>();
  private final List<Edges> edges = new ArrayList<>();

  /** Statements about nodes, applied at the end because they may precede the nodes. */
  private final List<Runnable> later = new ArrayList<>();

  /** The statement read so far: a backslash at the end of a line continues it on the next. */
  private final StringBuilder continued = new StringBuilder();

  private boolean inline;

  private DagParser(Remarks remarks) {
    this.remarks = remarks;
  }

  static DagParser parse(TraceFile file, Remarks remarks) throws IOException {
    DagParser parser = new DagParser(remarks);
    try (TraceLines lines = TraceLines.of(file, MAX_LINE)) {
      while (lines.next()) {
        parser.addLine(file, lines.text().strip(), "line " + lines.number());
      }
    }
    parser.line(parser.continued.toString(), file.fileName() + " at its end");
    parser.later.forEach(Runnable::run);
    return parser;
  }

  Map<String, DagNode> nodes() {
    return nodes;
  }

  /** Returns the names of files by names of splices. */
  Map<String, String> splices() {
    return splices;
  }

  /** Returns the files whose statements are included in this one. */
  Set<String> includes() {
    return includes;
  }

  List<Edges> edges() {
    return edges;
  }

  /** Returns the files that are part of this DAG, or that its nodes run. */
  Set<String> referred() {
    Set<String> all = new LinkedHashSet<>(splices.values());
    all.addAll(includes);
    all.addAll(outside);
    return all;
  }

  /**
   * Adds a line to the current statement. A comment cannot be continued, but may stand between the
   * lines of a statement.
   */
  private void addLine(TraceFile file, String text, String where) throws IOException {
    if (text.startsWith("#")) {
      return;
    }
    boolean goesOn = text.endsWith("\\");
    continued.append(goesOn ? text.substring(0, text.length() - 1) : text);
    if (continued.length() > MAX_LINE) {
      throw file.error(where, "a statement of over " + MAX_LINE + " characters", "a shorter one");
    }
    if (!goesOn) {
      line(continued.toString().strip(), file.fileName() + " " + where);
      continued.setLength(0);
    }
  }

  private void line(String text, String where) {
    if (inline) {
      inline = !text.startsWith("}");
      return;
    }
    if (!text.isEmpty()) {
      StringTokenizer words = new StringTokenizer(text);
      statement(words.nextToken().toUpperCase(Locale.ROOT), words, text, where);
      inline = text.endsWith("{");
    }
  }

  private void statement(String keyword, StringTokenizer words, String text, String where) {
    switch (keyword) {
      case "JOB", "FINAL", "SERVICE", "PROVISIONER" ->
          node(keyword, word(words), word(words), words, where);
      case "SUBDAG" -> subDag(words, where);
      case "SPLICE" -> splices.put(word(words), lastElement(word(words)));
      case "INCLUDE" -> includes.add(lastElement(word(words)));
      case "PARENT" -> parents(words, where);
      case "RETRY" -> {
        String name = word(words);
        String count = word(words);
        later.add(() -> applyToNodes(name, where, node -> node.setRetries(count)));
      }
      case "SCRIPT" -> script(words, where);
      case "VARS" -> variables(word(words), text, where);
      case "DONE" -> {
        String name = word(words);
        later.add(() -> applyToNodes(name, where, DagNode::markDone));
      }
      case "CONNECT", "PIN_IN", "PIN_OUT" ->
          remarks.warn("pins of splices are not read, so dependencies may be missing", where);
      case "REJECT" -> remarks.warn("DAGs marked as not to be run", where);
      default -> {
        if (!IRRELEVANT.contains(keyword)) {
          remarks.warn("unknown statements of DAGs, left out", where);
        }
      }
    }
  }

  private static String word(StringTokenizer words) {
    return words.hasMoreTokens() ? words.nextToken() : "";
  }

  /**
   * Returns the last element of a path; files are found by it, because all lie in one folder here.
   */
  private static String lastElement(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private void node(
      String keyword, String name, String submitFile, StringTokenizer rest, String where) {
    if (name.isEmpty() || submitFile.isEmpty()) {
      remarks.error("nodes without a name or a submit file, left out", where);
      return;
    }
    DagNode node = new DagNode(name, keyword, submitFile.equals("{") ? "" : submitFile);
    while (rest.hasMoreTokens()) {
      if (rest.nextToken().equalsIgnoreCase("DONE")) {
        node.markDone();
      }
    }
    if (nodes.putIfAbsent(name, node) != null) {
      remarks.warn("nodes declared more than once: the first declaration is used", where);
    }
  }

  private void subDag(StringTokenizer words, String where) {
    word(words);
    String name = word(words);
    String file = word(words);
    node("SUBDAG", name, file, words, where);
    outside.add(lastElement(file));
    remarks.info("nodes that run a DAG of their own, whose jobs are not part of this run", name);
  }

  private void parents(StringTokenizer words, String where) {
    List<String> parents = new ArrayList<>();
    List<String> children = new ArrayList<>();
    boolean child = false;
    while (words.hasMoreTokens()) {
      String word = words.nextToken();
      if (!child && word.equalsIgnoreCase("CHILD")) {
        child = true;
      } else {
        (child ? children : parents).add(word);
      }
    }
    if (parents.isEmpty() || children.isEmpty()) {
      remarks.error("dependencies without parents or children, left out", where);
    } else {
      edges.add(new Edges(where, parents, children));
    }
  }

  /** Reads {@code SCRIPT [DEFER status time] [DEBUG file type] (PRE|POST|HOLD) node program}. */
  private void script(StringTokenizer words, String where) {
    String when = word(words).toUpperCase(Locale.ROOT);
    while (when.equals("DEFER") || when.equals("DEBUG")) {
      word(words);
      word(words);
      when = word(words).toUpperCase(Locale.ROOT);
    }
    String kind = when;
    String name = word(words);
    later.add(() -> applyToNodes(name, where, node -> node.script(kind)));
  }

  private void variables(String name, String text, String where) {
    Matcher matcher = VARIABLE.matcher(text);
    while (matcher.find()) {
      String variable = matcher.group(1);
      String value = matcher.group(2);
      later.add(() -> applyToNodes(name, where, node -> node.variable(variable, value)));
    }
  }

  private void applyToNodes(String name, String where, Consumer<DagNode> action) {
    if (name.equals(ALL_NODES)) {
      nodes.values().forEach(action);
    } else if (nodes.containsKey(name)) {
      action.accept(nodes.get(name));
    } else {
      remarks.info("statements about nodes of other files or of no file, left out", where);
    }
  }
}
