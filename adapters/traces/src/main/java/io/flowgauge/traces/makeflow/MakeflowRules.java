package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules of a makeflow in the Make-like language: {@code targets: sources} with a command below,
 * variables, categories. Makeflow numbers rules in their order, from 0. Makeflows in JX are not
 * read. Not thread-safe.
 */
final class MakeflowRules {
  private static final Pattern RULE =
      Pattern.compile("(?m)^[^\\s#=:\"][^\\n=:#]*:(?!=)[^\\n]*\\n\\t[^\\n]*\\S");
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?:export\\s+)?([A-Za-z_][A-Za-z0-9_]*)\\s*(\\+?=)\\s*(.*)");

  /** Precedes a command that Makeflow itself runs, wherever it runs the others. */
  private static final Pattern LOCAL = Pattern.compile("^LOCAL\\s+(?=\\S)");

  private static final Pattern CATEGORY = Pattern.compile("\\.MAKEFLOW\\s+CATEGORY\\s+(\\S+).*");
  private static final Pattern VARIABLE =
      Pattern.compile("\\$(?:\\(([^()]*)\\)|\\{([^{}]*)}|([A-Za-z_][A-Za-z0-9_]*))");

  /**
   * Maximum length of an expansion: variables that each contain another one twice grow
   * exponentially.
   */
  private static final int MAX_CHARS = 1 << 20;

  private final TraceFile file;
  private final Remarks remarks;
  private final Map<String, String> variables = new HashMap<>();
  private final List<Definition> rules = new ArrayList<>();
  private final StringBuilder continued = new StringBuilder();

  /**
   * A rule as defined in the makeflow.
   *
   * @param category its category; empty if it has none
   */
  record Definition(List<String> targets, List<String> sources, String category, String command) {
    Definition withCommand(String text) {
      return new Definition(targets, sources, category, text);
    }
  }

  private MakeflowRules(TraceFile file, Remarks remarks) {
    this.file = file;
    this.remarks = remarks;
  }

  static boolean matches(TraceFile file) {
    return RULE.matcher(file.head()).find();
  }

  static List<Definition> read(TraceFile file, Remarks remarks) throws IOException {
    MakeflowRules parser = new MakeflowRules(file, remarks);
    try (TraceLines lines = TraceLines.of(file, MAX_CHARS)) {
      while (lines.next()) {
        parser.line(lines.text(), "line " + lines.number());
      }
    }
    return parser.rules;
  }

  private void line(String text, String where) throws IOException {
    if (text.endsWith("\\")) {
      append(text.substring(0, text.length() - 1) + " ", where);
      return;
    }
    append(text, where);
    String whole = continued.toString();
    continued.setLength(0);
    if (whole.startsWith("\t")) {
      command(expanded(whole, where).strip());
    } else if (!whole.isBlank() && !whole.stripLeading().startsWith("#")) {
      statement(whole.strip(), where);
    }
  }

  private void append(String text, String where) throws IOException {
    if (continued.length() + text.length() > MAX_CHARS) {
      throw file.error(where, "a statement of over " + MAX_CHARS + " characters", "a shorter one");
    }
    continued.append(text);
  }

  private void command(String text) {
    int last = rules.size() - 1;
    if (last >= 0 && rules.get(last).command().isEmpty()) {
      rules.set(last, rules.get(last).withCommand(LOCAL.matcher(text).replaceFirst("")));
    }
  }

  private void statement(String text, String where) throws IOException {
    Matcher assignment = ASSIGNMENT.matcher(text);
    Matcher category = CATEGORY.matcher(text);
    int colon = text.indexOf(':');
    if (assignment.matches()) {
      assign(assignment, where);
    } else if (category.matches()) {
      variables.put("CATEGORY", category.group(1));
    } else if (colon > 0) {
      rule(text.substring(0, colon), text.substring(colon + 1), where);
    } else if (!text.startsWith(".") && !text.startsWith("export")) {
      remarks.warn("statements of a makeflow that are not understood, left out", where);
    }
  }

  private void assign(Matcher assignment, String where) throws IOException {
    String name = assignment.group(1);
    String value = unquoted(expanded(assignment.group(3), where));
    String before = assignment.group(2).equals("+=") ? variables.getOrDefault(name, "") + " " : "";
    variables.put(name, checked(before + value, where));
  }

  private void rule(String targets, String sources, String where) throws IOException {
    rules.add(
        new Definition(
            files(expanded(targets, where)),
            files(expanded(sources, where)),
            variables.getOrDefault("CATEGORY", ""),
            ""));
  }

  /** Returns names of files, without their names on the host ({@code name->other}). */
  private static List<String> files(String text) {
    List<String> names = new ArrayList<>();
    StringTokenizer words = new StringTokenizer(text);
    while (words.hasMoreTokens()) {
      String word = unquoted(words.nextToken());
      int arrow = word.indexOf("->");
      names.add(arrow > 0 ? word.substring(0, arrow) : word);
    }
    return names;
  }

  private static String unquoted(String text) {
    boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /**
   * Expands variables. Those that the makeflow does not set come from the environment, and remain
   * unexpanded.
   */
  private String expanded(String text, String where) throws IOException {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder all = new StringBuilder();
    int end = 0;
    while (matcher.find()) {
      String value = variables.getOrDefault(name(matcher), matcher.group());
      all.append(text, end, matcher.start()).append(value);
      end = matcher.end();
      checked(all, where);
    }
    return checked(all.append(text, end, text.length()), where);
  }

  private static String name(Matcher variable) {
    for (int group = 1; group < variable.groupCount(); group++) {
      if (variable.group(group) != null) {
        return variable.group(group);
      }
    }
    return variable.group(variable.groupCount());
  }

  private String checked(CharSequence text, String where) throws IOException {
    if (text.length() > MAX_CHARS) {
      throw file.error(where, "a variable of over " + MAX_CHARS + " characters", "a shorter one");
    }
    return text.toString();
  }

  /**
   * Sets command, category, sources and parents of the log's rules; returns false if a rule has no
   * definition.
   */
  static boolean describe(List<Definition> definitions, MakeflowLog log) {
    Map<String, Long> makers = new HashMap<>();
    for (int k = 0; k < definitions.size(); k++) {
      for (String target : definitions.get(k).targets()) {
        makers.put(target, (long) k);
      }
    }
    for (int k = 0; k < definitions.size(); k++) {
      Rule rule = log.rule(k);
      rule.command(definitions.get(k).command());
      rule.category(definitions.get(k).category());
      rule.sources(definitions.get(k).sources());
      parents(definitions.get(k), makers).forEach(rule::addParent);
    }
    return log.rules().keySet().stream().allMatch(number -> number < definitions.size());
  }

  private static Set<Long> parents(Definition definition, Map<String, Long> makers) {
    Set<Long> parents = new LinkedHashSet<>();
    for (String source : definition.sources()) {
      if (makers.containsKey(source)) {
        parents.add(makers.get(source));
      }
    }
    return parents;
  }
}
