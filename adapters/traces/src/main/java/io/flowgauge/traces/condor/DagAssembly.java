package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Assembles a DAG from its file, its splices and its included files. Not thread-safe. */
final class DagAssembly {
  /** Bounds the result, because splices within splices multiply. */
  private static final int MAX_NODES = 1_000_000;

  private static final int MAX_DEPTH = 100;
  private static final int MAX_FILLS = 10_000;

  private final Map<String, DagParser> parsers;
  private final Map<String, TraceFile> files;
  private final Remarks remarks;
  private final Deque<String> open = new ArrayDeque<>();
  private final Map<String, DagFile> done = new HashMap<>();
  private int fills;

  DagAssembly(Map<String, DagParser> parsers, Map<String, TraceFile> files, Remarks remarks) {
    this.parsers = parsers;
    this.files = files;
    this.remarks = remarks;
  }

  DagFile dag(String name) throws TraceFormatException {
    DagFile known = done.get(name);
    if (known != null) {
      return known;
    }
    DagFile dag = new DagFile(name);
    fill(dag, name);
    done.put(name, dag);
    return dag;
  }

  private void fill(DagFile dag, String name) throws TraceFormatException {
    DagParser parser = parsers.get(name);
    TraceFile file = files.get(name);
    if (parser == null || file == null) {
      remarks.error("missing files of a DAG: their nodes are missing too", name);
      return;
    }
    if (open.contains(name) || open.size() == MAX_DEPTH) {
      throw file.error("", "a DAG that contains itself", "splices that end after " + MAX_DEPTH);
    }
    if (++fills > MAX_FILLS) {
      throw file.error("", "files that include each other often", "at most " + MAX_FILLS);
    }
    open.push(name);
    for (String included : parser.includes()) {
      fill(dag, included);
    }
    parser.nodes().values().forEach(dag::add);
    for (Map.Entry<String, String> splice : parser.splices().entrySet()) {
      dag.addSplice(splice.getKey(), dag(splice.getValue()));
      if (dag.nodes().size() > MAX_NODES) {
        throw file.error("", "too many nodes", "at most " + MAX_NODES);
      }
    }
    for (DagParser.Edges edges : parser.edges()) {
      dag.addDependencies(file, edges.where(), edges.parents(), edges.children());
    }
    open.pop();
  }
}
