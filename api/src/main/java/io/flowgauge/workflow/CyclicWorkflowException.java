package io.flowgauge.workflow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Thrown when dependencies form a cycle: no activity on it could ever start. Not thread-safe. */
public final class CyclicWorkflowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 20;

  /** The cycle; serialisation keeps it only in the message. */
  private final transient @Nullable List<String> cycle;

  /**
   * Creates an exception.
   *
   * @param cycle ids of the activities on the cycle, in order, each once
   */
  public CyclicWorkflowException(List<String> cycle) {
    super("workflow has a cycle: " + text(cycle));
    this.cycle = List.copyOf(cycle);
  }

  /**
   * The activities on the cycle.
   *
   * @return ids in order of their dependencies, each once; the first depends on the last; empty
   *     after deserialisation
   */
  public List<String> cycle() {
    return cycle == null ? List.of() : cycle;
  }

  private static String text(List<String> cycle) {
    if (cycle.size() <= SHOWN) {
      return String.join(" -> ", cycle) + " -> " + cycle.get(0);
    }
    return String.join(" -> ", cycle.subList(0, SHOWN))
        + " -> … ("
        + (cycle.size() - SHOWN)
        + " more) -> "
        + cycle.get(0);
  }
}
