package io.flowgauge.model.graph;

import static io.flowgauge.model.graph.IndexTable.NONE;

import java.util.Arrays;

/**
 * A graph in activity-on-arc form: its nodes become arcs between junctions.
 *
 * <p>Nodes with equal predecessors start at one junction, and nodes with equal successors end at
 * one. A junction of ends is the same as a junction of starts after it if nothing else precedes
 * these starts or nothing else follows these ends; so a complete bipartite layer of edges becomes a
 * single junction. Any other precedence between junctions becomes a dummy arc, which stands for no
 * activity. The graph of a series-parallel order has no dummies left after reduction. Parts of the
 * order that no outside node distinguishes (its modules) are exactly the parts of this graph that
 * are connected with the rest by two junctions only.
 *
 * <p>Every arc leads from a smaller junction to a larger one. Nodes without predecessors start at
 * junction 0; nodes without successors end at the last junction.
 */
final class JunctionGraph {
  final int junctionCount;
  final ArcList arcs;

  private JunctionGraph(Dag dag) {
    RowClasses starts = RowClasses.of(dag.predecessors(), dag.successors(), dag.order());
    RowClasses ends = RowClasses.of(dag.successors(), dag.predecessors(), dag.order());
    Adjacency before = precedence(dag, starts, ends);
    int[] junctionOfStart = new int[starts.count];
    int[] junctionOfEnd = junctionsOfEnds(before, ends.count);
    junctionCount = numberUnset(junctionOfEnd, starts.count);
    int[] key = new int[junctionCount];
    keysOfStarts(dag, starts, before, key);
    keysOfEnds(dag, ends, junctionOfEnd, starts.count, key);
    int[] number = numbersByKey(key, 2 * dag.levelCount() + 1);
    Arrays.setAll(junctionOfStart, c -> number[c]);
    Arrays.setAll(junctionOfEnd, c -> number[junctionOfEnd[c]]);
    arcs = new ArcList(dag.nodeCount() + dummyCount(before, junctionOfStart, junctionOfEnd));
    // In topological order, arcs that share a junction are close in memory.
    for (int p = 0; p < dag.nodeCount(); p++) {
      int v = dag.nodeAt(p);
      arcs.add(junctionOfStart[starts.classOf[v]], junctionOfEnd[ends.classOf[v]], v);
    }
    addDummies(before, junctionOfStart, junctionOfEnd);
  }

  /** Converts a graph of at least one node, which should be transitively reduced. */
  static JunctionGraph of(Dag dag) {
    return new JunctionGraph(dag);
  }

  /** For each class of starts the classes of ends that precede it, each once. */
  private static Adjacency precedence(Dag dag, RowClasses starts, RowClasses ends) {
    Adjacency rows = dag.predecessors();
    int[] start = new int[starts.count + 1];
    int[] target = new int[rows.target.length];
    int[] addedTo = IndexTable.empty(ends.count);
    int size = 0;
    for (int c = 0; c < starts.count; c++) {
      int v = starts.member[c];
      for (int e = rows.start[v]; e < rows.start[v + 1]; e++) {
        int end = ends.classOf[rows.target[e]];
        if (addedTo[end] != c) {
          addedTo[end] = c;
          target[size++] = end;
        }
      }
      start[c + 1] = size;
    }
    return new Adjacency(start, Arrays.copyOf(target, size));
  }

  /** The class of starts that each class of ends coincides with, if any. */
  private static int[] junctionsOfEnds(Adjacency before, int endCount) {
    int[] followers = new int[endCount];
    for (int end : before.target) {
      followers[end]++;
    }
    int[] junction = IndexTable.empty(endCount);
    for (int c = 0; c < before.rowCount(); c++) {
      for (int i = before.start[c]; i < before.start[c + 1]; i++) {
        int end = before.target[i];
        if (before.size(c) == 1 || followers[end] == 1) {
          junction[end] = c;
        }
      }
    }
    return junction;
  }

  private static int numberUnset(int[] junctions, int first) {
    int next = first;
    for (int i = 0; i < junctions.length; i++) {
      if (junctions[i] == NONE) {
        junctions[i] = next++;
      }
    }
    return next;
  }

  /**
   * Sets keys of starts, so that keys ascend along every arc. Starts of level {@code k} get {@code
   * 2 k}, because the keys of all dummies into them must be smaller. Starts without dummies into
   * them get {@code 2 k - 1}, because dummies may lead out of them.
   */
  private static void keysOfStarts(Dag dag, RowClasses starts, Adjacency before, int[] key) {
    for (int c = 0; c < starts.count; c++) {
      key[c] = 2 * dag.level(starts.member[c]) - (before.size(c) == 1 ? 1 : 0);
    }
  }

  /**
   * Sets keys of ends that coincide with no starts: one less than {@code 2 k}, where {@code k} is
   * the level of the earliest starts after them.
   */
  private static void keysOfEnds(
      Dag dag, RowClasses ends, int[] junctionOfEnd, int firstEnd, int[] key) {
    Adjacency rows = dag.successors();
    for (int c = 0; c < ends.count; c++) {
      int junction = junctionOfEnd[c];
      if (junction >= firstEnd) {
        int v = ends.member[c];
        int earliest = dag.levelCount();
        for (int e = rows.start[v]; e < rows.start[v + 1]; e++) {
          earliest = Math.min(earliest, dag.level(rows.target[e]));
        }
        key[junction] = 2 * earliest - 1;
      }
    }
  }

  private static int[] numbersByKey(int[] key, int keys) {
    int[] junctions = new int[key.length];
    Arrays.setAll(junctions, j -> j);
    int[] sorted = Adjacency.group(keys, key, junctions, key.length).target;
    int[] number = new int[key.length];
    for (int i = 0; i < sorted.length; i++) {
      number[sorted[i]] = i;
    }
    return number;
  }

  private static int dummyCount(Adjacency before, int[] ofStart, int[] ofEnd) {
    int count = 0;
    for (int c = 0; c < before.rowCount(); c++) {
      for (int i = before.start[c]; i < before.start[c + 1]; i++) {
        count += ofEnd[before.target[i]] == ofStart[c] ? 0 : 1;
      }
    }
    return count;
  }

  private void addDummies(Adjacency before, int[] ofStart, int[] ofEnd) {
    for (int c = 0; c < before.rowCount(); c++) {
      for (int i = before.start[c]; i < before.start[c + 1]; i++) {
        int end = ofEnd[before.target[i]];
        if (end != ofStart[c]) {
          arcs.add(end, ofStart[c], RegionForest.NOTHING);
        }
      }
    }
  }
}
