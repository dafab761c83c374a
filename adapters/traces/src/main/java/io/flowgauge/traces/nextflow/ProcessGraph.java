package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.dot.DotGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Determines which processes of a trace use the output of which others, from Nextflow's process
 * graph: a path of the graph leads from one process to the next through channels, operators, and
 * processes that had no task in the run. Takes time proportional to processes times edges, up to a
 * limit. Not thread-safe.
 */
final class ProcessGraph {
  /** Limit on the steps taken; a large pipeline takes some thousands. */
  private static final long MAX_STEPS = 20_000_000;

  /** Operators that wait for several tasks, or pass on the output of any of several tasks. */
  private static final Set<String> GATHERING =
      Set.of(
          "buffer",
          "collate",
          "collect",
          "collectFile",
          "combine",
          "count",
          "cross",
          "first",
          "groupTuple",
          "last",
          "max",
          "min",
          "reduce",
          "sum",
          "toList",
          "toSortedList");

  private final TraceFile file;
  private final DotGraph dot;
  private final ProcessNames names;
  private final List<Optional<String>> processOf = new ArrayList<>();
  private final Set<String> unmatched = new LinkedHashSet<>();
  private final Map<ProcessPair, Boolean> pairs = new LinkedHashMap<>();
  private final Set<ProcessPair> cyclic = new LinkedHashSet<>();
  private long steps;

  /** A position on a path: a node, and whether an operator before it gathers. */
  private record Place(int node, boolean gathered) {}

  ProcessGraph(TraceFile file, DotGraph dot, Collection<String> processes)
      throws TraceFormatException {
    this.file = file;
    this.dot = dot;
    this.names = new ProcessNames(processes);
    for (int node = 0; node < dot.size(); node++) {
      processOf.add(process(node));
    }
    for (int node = 0; node < dot.size(); node++) {
      follow(node);
    }
    leaveOutCycles();
  }

  TraceFile file() {
    return file;
  }

  /** Returns the processes of the run that the graph does not show. */
  Set<String> unseen() {
    return names.unseen();
  }

  /**
   * Returns the pairs of processes, and whether some path between them may gather the output of
   * many tasks.
   */
  Map<ProcessPair, Boolean> pairs() {
    return pairs;
  }

  /** Returns the pairs left out because they are on a cycle. */
  Set<ProcessPair> cyclic() {
    return cyclic;
  }

  /** Returns the processes of the graph that had no task in the run. */
  Set<String> unmatched() {
    return unmatched;
  }

  /** Returns the processes of the graph that match several of the run. */
  Set<String> ambiguous() {
    return names.ambiguous();
  }

  /**
   * Returns the process of a node: Nextflow gives processes a label and no shape, and all other
   * nodes a shape.
   */
  private Optional<String> process(int node) {
    String label = dot.attribute(node, DotGraph.LABEL);
    if (label.isBlank() || !dot.attribute(node, DotGraph.SHAPE).isEmpty()) {
      return Optional.empty();
    }
    Optional<String> process = names.find(label);
    if (process.isEmpty() && !names.ambiguous().contains(label)) {
      unmatched.add(label);
    }
    return process;
  }

  private void follow(int start) throws TraceFormatException {
    Optional<String> from = processOf.get(start);
    if (from.isEmpty()) {
      return;
    }
    Set<Place> seen = new HashSet<>();
    Deque<Place> open = new ArrayDeque<>(List.of(new Place(start, false)));
    while (!open.isEmpty()) {
      Place place = open.remove();
      for (int next : dot.successors(place.node())) {
        step();
        Optional<String> to = processOf.get(next);
        if (to.isPresent()) {
          pairs.merge(new ProcessPair(from.get(), to.get()), place.gathered(), Boolean::logicalOr);
          continue;
        }
        Place beyond = new Place(next, place.gathered() || gathers(next));
        if (seen.add(beyond)) {
          open.add(beyond);
        }
      }
    }
  }

  private boolean gathers(int node) {
    return GATHERING.contains(dot.attribute(node, DotGraph.OUTER_LABEL));
  }

  /** Removes edges on a cycle: those from whose end a path leads back to their start. */
  private void leaveOutCycles() throws TraceFormatException {
    Map<String, List<String>> next = new HashMap<>();
    pairs
        .keySet()
        .forEach(
            pair -> next.computeIfAbsent(pair.from(), any -> new ArrayList<>()).add(pair.to()));
    Map<String, Set<String>> reached = new HashMap<>();
    for (ProcessPair pair : pairs.keySet()) {
      if (!reached.containsKey(pair.to())) {
        reached.put(pair.to(), reachedFrom(pair.to(), next));
      }
      if (reached.get(pair.to()).contains(pair.from())) {
        cyclic.add(pair);
      }
    }
    pairs.keySet().removeAll(cyclic);
  }

  private Set<String> reachedFrom(String start, Map<String, List<String>> next)
      throws TraceFormatException {
    Set<String> reached = new HashSet<>(Set.of(start));
    Deque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      for (String process : next.getOrDefault(open.remove(), List.of())) {
        step();
        if (reached.add(process)) {
          open.add(process);
        }
      }
    }
    return reached;
  }

  private void step() throws TraceFormatException {
    if (steps++ > MAX_STEPS) {
      throw file.error(
          "",
          "more paths between processes than can be followed",
          "a graph of a few thousand nodes");
    }
  }
}
