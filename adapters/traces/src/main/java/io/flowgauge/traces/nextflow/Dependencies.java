package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.dot.DotGraph;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the dependencies of tasks in the files next to a trace, which has none itself: in a table
 * of edges, or else in the input files of its companion, or else in the process graph. Reports
 * which of them it used. Not thread-safe.
 */
final class Dependencies {
  /** Maximum number of names that a message lists. */
  private static final int SHOWN = 10;

  private final TraceFile trace;
  private final List<NextflowTask> tasks;
  private final RunRecorder into;

  Dependencies(TraceFile trace, List<NextflowTask> tasks, RunRecorder into) {
    this.trace = trace;
    this.tasks = tasks;
    this.into = into;
  }

  void record(List<TraceFile> companions, Optional<ObservedRun> observed) throws IOException {
    List<TraceFile> edges = of(Companion.EDGES, companions);
    List<ProcessGraph> graphs = graphs(of(Companion.DOT, companions));
    of(Companion.DRAWING, companions).forEach(this::warnOfDrawing);
    TaskLinks links = new TaskLinks(into);
    for (TraceFile file : edges) {
      read(file, links);
    }
    String source = names(edges);
    if (links.count() == 0 && observed.isPresent()) {
      addByInputs(observed.get(), links);
      source = "the input files in " + observed.get().file().fileName();
    }
    String from = source;
    if (links.count() > 0) {
      into.diagnostic(info("dependencies: " + links.count() + " from " + from));
      graphs.forEach(graph -> compare(graph, links, from));
    } else if (!graphs.isEmpty()) {
      apply(graphs.get(0), links);
      graphs.stream().skip(1).forEach(this::reportUnused);
    } else {
      into.diagnostic(
          info(
              "dependencies: none: the trace has none, and there are no readable edges or process"
                  + " graph next to it"));
    }
  }

  /** Adds a dependency of each task on the tasks whose work folders contain its input files. */
  private void addByInputs(ObservedRun observed, TaskLinks links) {
    Map<String, NextflowTask> byHash = new HashMap<>();
    for (NextflowTask task : tasks) {
      task.attempts()
          .forEach(attempt -> byHash.put(attempt.row().attributes().get(TraceColumns.HASH), task));
    }
    observed
        .makers()
        .forEach(
            (hash, makers) -> {
              NextflowTask later = byHash.get(hash);
              makers.stream()
                  .map(byHash::get)
                  .filter(earlier -> earlier != null && later != null && earlier != later)
                  .forEach(earlier -> links.add(earlier, later));
            });
  }

  private static List<TraceFile> of(Companion kind, List<TraceFile> companions) {
    return companions.stream()
        .filter(file -> Companion.of(file).equals(Optional.of(kind)))
        .toList();
  }

  private void warnOfDrawing(TraceFile file) {
    into.diagnostic(
        Diagnostic.warning(
            file.fileName(),
            "the process graph is in Mermaid or HTML, which is not read; Nextflow writes DOT"
                + " with -with-dag dag.dot"));
  }

  private void read(TraceFile file, TaskLinks links) throws IOException {
    try {
      new EdgeTable(file, links, EdgeTable.byTaskId(tasks)).read(into);
    } catch (TraceFormatException e) {
      reportDamage(file, e);
    }
  }

  private List<ProcessGraph> graphs(List<TraceFile> files) throws IOException {
    if (files.isEmpty()) {
      return List.of();
    }
    Set<String> processes = tasks.stream().map(task -> task.process()).collect(Collectors.toSet());
    List<ProcessGraph> graphs = new ArrayList<>();
    for (TraceFile file : files) {
      try {
        ProcessGraph graph = new ProcessGraph(file, DotGraph.read(file), processes);
        if (isOfThisRun(graph, processes.size())) {
          graphs.add(graph);
        }
      } catch (TraceFormatException e) {
        reportDamage(file, e);
      }
    }
    return graphs;
  }

  /**
   * Whether a process graph, which shows all processes of its workflow, is that of this run. One
   * that lacks a few is accepted; one that lacks most belongs to another workflow, some of whose
   * process names occur in this one.
   */
  private boolean isOfThisRun(ProcessGraph graph, int processes) {
    int unseen = graph.unseen().size();
    String file = graph.file().fileName();
    if (2 * unseen > processes || unseen == processes) {
      into.diagnostic(
          Diagnostic.warning(
              file,
              "not used: it shows "
                  + (processes - unseen)
                  + " of the trace's "
                  + processes
                  + " processes, so it belongs to another workflow"));
      return false;
    }
    warn(file, graph.unseen(), "processes of the trace that the graph does not show: ");
    return true;
  }

  /** Reports a damaged companion; the run is read without it. */
  private void reportDamage(TraceFile file, TraceFormatException e) {
    into.diagnostic(Diagnostic.error(file.fileName(), "not read to its end: " + e.getMessage()));
  }

  private void reportUnused(ProcessGraph graph) {
    into.diagnostic(
        Diagnostic.info(graph.file().fileName(), "not used: there is another process graph"));
  }

  /**
   * Reports dependencies that only the process graph has: passing a value leaves no file, and thus
   * no edge.
   */
  private void compare(ProcessGraph graph, TaskLinks links, String edges) {
    List<ProcessPair> missing =
        graph.pairs().keySet().stream().filter(pair -> !links.processes().contains(pair)).toList();
    if (!missing.isEmpty()) {
      into.diagnostic(
          Diagnostic.info(
              graph.file().fileName(),
              "has dependencies between processes that "
                  + edges
                  + " lacks, for example because they pass values rather than files: "
                  + shown(missing)));
    }
  }

  private void apply(ProcessGraph graph, TaskLinks links) {
    String file = graph.file().fileName();
    warn(
        file,
        graph.cyclic(),
        "dependencies between processes, left out because they are on a cycle: ");
    warn(
        file, graph.ambiguous(), "processes skipped, each of which matches several in the trace: ");
    warn(file, graph.unmatched(), "processes skipped, which had no task in this run: ");
    TaskProduct product = new TaskProduct(tasks);
    long size = product.size(graph.pairs());
    if (size > TaskProduct.MAX_DEPENDENCIES) {
      into.diagnostic(
          Diagnostic.error(
              file,
              "dependencies: none: if every task depended on every task of the processes before its"
                  + " own, there would be "
                  + size
                  + ", and the limit is "
                  + TaskProduct.MAX_DEPENDENCIES));
      return;
    }
    product.link(graph.pairs(), links);
    into.diagnostic(info(source(file, links, product)));
  }

  private static String source(String file, TaskLinks links, TaskProduct product) {
    String text =
        "dependencies: "
            + links.count()
            + " from the process graph of "
            + file
            + ": every task depends on every task of the processes before its own";
    if (product.narrowed() > 0) {
      text +=
          "; between " + product.narrowed() + " pairs of processes, only tasks with the same tag";
    }
    if (product.ruledOut() > 0) {
      text +=
          "; without "
              + product.ruledOut()
              + " whose later task was submitted before the earlier one completed";
    }
    return text;
  }

  private void warn(String file, Collection<?> things, String text) {
    if (!things.isEmpty()) {
      into.diagnostic(Diagnostic.warning(file, text + shown(things)));
    }
  }

  private Diagnostic info(String message) {
    return Diagnostic.info(trace.fileName(), message);
  }

  private static String names(List<TraceFile> files) {
    return files.stream().map(TraceFile::fileName).collect(Collectors.joining(", "));
  }

  private static String shown(Collection<?> things) {
    String some =
        things.stream()
            .limit(SHOWN)
            .map(thing -> Oddities.shown(thing.toString()))
            .collect(Collectors.joining(", "));
    return things.size() > SHOWN ? some + " and " + (things.size() - SHOWN) + " more" : some;
  }
}
