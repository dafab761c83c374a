package io.flowgauge.workflow;

import java.util.List;

/** Dependencies that form a cycle, so that no activity on it could ever start. */
public final class CyclicWorkflowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 20;

  /** The cycle; only its text form survives serialisation. */
  private final transient List<String> cycle;

  /**
   * A cycle in a workflow.
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
   * @return ids in order of their dependencies, each once; the last depends back to the first
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
