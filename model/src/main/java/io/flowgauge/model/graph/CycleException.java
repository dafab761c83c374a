package io.flowgauge.model.graph;

import static java.util.Objects.requireNonNull;

import java.io.Serial;
import java.util.function.IntFunction;

/**
 * Thrown when edges that should form an acyclic graph contain a cycle, which it carries.
 *
 * <p>The message shows node indices; a caller that knows names reports them instead:
 *
 * <pre>{@code
 * try {
 *   return Dag.of(names.size(), from, to);
 * } catch (CycleException e) {
 *   throw new IllegalArgumentException("workflow has a cycle: " + e.describe(names::get), e);
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class CycleException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1L;

  /** Number of nodes of a long cycle that are named; the others are counted. */
  private static final int SHOWN = 10;

  private final int[] cycle;

  /** Takes ownership of the array, which must start with its smallest node. */
  CycleException(int[] cycle) {
    super("graph has a cycle: " + describe(cycle, Integer::toString));
    this.cycle = cycle;
  }

  /**
   * The nodes of the cycle in edge order, each once, starting with the smallest; the last has an
   * edge to the first. It is a shortest cycle through that first node, though not always a shortest
   * one of the graph.
   *
   * @return a new array of at least one node index; one for an edge from a node to itself
   */
  public int[] cycle() {
    return cycle.clone();
  }

  /**
   * Spells the cycle out with the caller's names, as in {@code a -> b -> a}. Of a cycle of more
   * than ten nodes the first ten are named and the others counted.
   */
  public String describe(IntFunction<String> names) {
    return describe(cycle, requireNonNull(names, "names"));
  }

  private static String describe(int[] cycle, IntFunction<String> names) {
    StringBuilder text = new StringBuilder();
    int shown = Math.min(cycle.length, SHOWN);
    for (int i = 0; i < shown; i++) {
      text.append(names.apply(cycle[i])).append(" -> ");
    }
    if (cycle.length > shown) {
      text.append("(").append(cycle.length - shown).append(" more) -> ");
    }
    return text.append(names.apply(cycle[0])).toString();
  }
}
