package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.FileContent;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The graph that a DAG file describes, with its splices expanded. Nodes of a splice have its name
 * and a plus sign before their own, as DAGMan names them. Not thread-safe.
 *
 * <pre>{@code
 * Optional<DagFile> dag = DagFile.read(filesOfTheFolder, remarks);
 * }</pre>
 */
public final class DagFile {
  /** Upper bound, because long lists of parents and children multiply. */
  static final int MAX_DEPENDENCIES = 5_000_000;

  private static final Pattern STATEMENT =
      Pattern.compile("(?im)^\\s*(?:JOB|SPLICE|SUBDAG\\s+EXTERNAL)\\s+\\S+\\s+\\S+");

  private final String fileName;
  private final Map<String, DagNode> nodes = new LinkedHashMap<>();
  private final Set<Dependency> dependencies = new LinkedHashSet<>();
  private final Map<String, DagFile> splices = new LinkedHashMap<>();

  DagFile(String fileName) {
    this.fileName = fileName;
  }

  /**
   * Recognises a DAG by its first statements.
   *
   * @return whether it may be a DAG
   */
  public static boolean matches(TraceFile file) {
    String name = FileContent.plainName(file);
    return name.contains(".dag") && STATEMENT.matcher(file.head()).find();
  }

  /**
   * Reads a DAG with its splices.
   *
   * @param files the files to search for it
   * @param remarks receives anything unusual
   * @return the DAG to which no other refers; the first of several; empty if there is none
   */
  public static Optional<DagFile> read(List<TraceFile> files, Remarks remarks) throws IOException {
    Map<String, TraceFile> named = new LinkedHashMap<>();
    files.stream()
        .filter(DagFile::matches)
        .forEach(f -> named.putIfAbsent(FileContent.plainName(f), f));
    Set<String> inner = new HashSet<>();
    Map<String, DagParser> parsers = new LinkedHashMap<>();
    for (TraceFile file : named.values()) {
      DagParser parser = DagParser.parse(file, remarks);
      parsers.put(FileContent.plainName(file), parser);
      inner.addAll(parser.referred());
    }
    List<String> outer = parsers.keySet().stream().filter(name -> !inner.contains(name)).toList();
    if (outer.size() > 1) {
      remarks.warn("several DAGs next to each other: the first is read", String.join(", ", outer));
    }
    if (outer.isEmpty() && !parsers.isEmpty()) {
      TraceFile first = named.values().iterator().next();
      throw first.error("", "DAGs that splice each other", "a DAG that is in no other");
    }
    return outer.isEmpty()
        ? Optional.empty()
        : Optional.of(new DagAssembly(parsers, named, remarks).dag(outer.get(0)));
  }

  /** Name of the file, without folders. */
  public String fileName() {
    return fileName;
  }

  /** Returns the nodes in the order of the file, including those of splices. */
  public Collection<DagNode> nodes() {
    return nodes.values();
  }

  /** Returns a node by name; empty if there is none of that name. */
  public Optional<DagNode> node(String name) {
    return Optional.ofNullable(nodes.get(name));
  }

  /** Returns the pairs of predecessor and successor, each once. */
  public Collection<Dependency> dependencies() {
    return dependencies;
  }

  void add(DagNode node) {
    nodes.putIfAbsent(node.name(), node);
  }

  void addSplice(String name, DagFile inner) {
    splices.put(name, inner);
    inner.nodes.values().forEach(node -> add(node.within(name)));
    for (Dependency each : inner.dependencies) {
      dependencies.add(new Dependency(name + "+" + each.from(), name + "+" + each.to()));
    }
  }

  /**
   * Adds the dependencies of each child on each parent; a splice stands for its last nodes as a
   * parent, and for its first as a child.
   */
  void addDependencies(TraceFile file, String where, List<String> parents, List<String> children)
      throws TraceFormatException {
    List<String> from = firstOrLastNodes(parents, false);
    List<String> to = firstOrLastNodes(children, true);
    if ((long) from.size() * to.size() + dependencies.size() > MAX_DEPENDENCIES) {
      throw file.error(where, "too many dependencies", "at most " + MAX_DEPENDENCIES + " in a DAG");
    }
    for (String parent : from) {
      for (String child : to) {
        dependencies.add(new Dependency(parent, child));
      }
    }
  }

  private List<String> firstOrLastNodes(List<String> names, boolean first) {
    List<String> all = new ArrayList<>();
    for (String name : names) {
      DagFile splice = splices.get(name);
      if (splice == null) {
        all.add(name);
      } else {
        splice.firstOrLastNodes(first).forEach(node -> all.add(name + "+" + node));
      }
    }
    return all;
  }

  /** Returns the nodes without predecessors, or those without successors. */
  List<String> firstOrLastNodes(boolean first) {
    Set<String> all = new LinkedHashSet<>(nodes.keySet());
    dependencies.forEach(each -> all.remove(first ? each.to() : each.from()));
    return List.copyOf(all);
  }
}
