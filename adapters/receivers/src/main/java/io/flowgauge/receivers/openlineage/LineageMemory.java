package io.flowgauge.receivers.openlineage;

import io.flowgauge.live.RunSink;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Assigns runs to the workflow runs that they belong to. Runs that cannot be assigned yet are kept
 * for a limited time and up to a limited number; then the missing relations are assumed, with a
 * diagnostic.
 *
 * <p>Not thread-safe.
 */
final class LineageMemory {
  private static final System.Logger LOGGER = System.getLogger(LineageMemory.class.getName());
  private static final int DEEPEST = 100;

  private final int maxRuns;
  private final long patienceNanos;
  private final Map<String, LineageNode> nodes = new LinkedHashMap<>();
  private final Map<LineageNode, Long> unplaced = new LinkedHashMap<>();
  private final Map<String, LineageWorkflow> workflows = new LinkedHashMap<>(16, 0.75f, true);

  LineageMemory(int maxRuns, long patienceNanos) {
    this.maxRuns = maxRuns;
    this.patienceNanos = patienceNanos;
  }

  /** Whether no run is kept that {@link #giveUpOverdue} could place or forget later. */
  boolean isEmpty() {
    return unplaced.isEmpty() && workflows.isEmpty();
  }

  /**
   * Processes an event, and records as much as is known. If its workflow run cannot be recorded,
   * its sender is told, so runs that only this event has named need not be kept.
   */
  void process(LineageEvent event, RunSink runs, long now) {
    List<String> named =
        Stream.of(event.runId, id(event.parent), id(event.root))
            .filter(id -> id != null && !nodes.containsKey(id))
            .toList();
    try {
      add(event, runs, now);
    } catch (RuntimeException e) {
      if (named.stream().noneMatch(workflows::containsKey)) {
        named.forEach(this::remove);
      }
      throw e;
    }
  }

  private static String id(RunOfJob run) {
    return run == null ? null : run.id();
  }

  private void remove(String id) {
    LineageNode node = nodes.remove(id);
    if (node == null) {
      return;
    }
    unplaced.remove(node);
    if (node.parent != null) {
      node.parent.children.remove(node);
    }
    node.children.forEach(child -> child.parent = null);
    for (LineageNode other : nodes.values()) {
      other.root = other.root == node ? null : other.root;
    }
  }

  private void add(LineageEvent event, RunSink runs, long now) {
    LineageNode node = node(event.runId);
    node.add(event);
    if (event.parent != null && !event.parent.id().equals(event.runId)) {
      LineageNode parent = named(event.parent);
      join(node, parent);
      if (event.isAirflowTask() && event.root == null) {
        nameTop(parent, runs, now);
      }
    }
    if (event.root != null && !event.root.id().equals(event.runId)) {
      node.root = named(event.root);
    }
    place(node, runs, now);
    nameTop(node.root, runs, now);
    enforceLimit(runs, now);
  }

  /** Marks a run as the topmost one, and places the runs that waited for this. */
  private void nameTop(LineageNode node, RunSink runs, long now) {
    if (node != null && !node.top) {
      node.top = true;
      place(node, runs, now);
    }
  }

  private LineageNode node(String id) {
    return nodes.computeIfAbsent(id, LineageNode::new);
  }

  private LineageNode named(RunOfJob run) {
    LineageNode node = node(run.id());
    if (!node.hasEvents && !run.job().equals(JobName.UNKNOWN)) {
      node.job = run.job();
    }
    return node;
  }

  /** Sets the parent of a run, unless an earlier event has named one. */
  private static void join(LineageNode node, LineageNode parent) {
    if (node.parent == null) {
      node.parent = parent;
      parent.children.add(node);
    }
  }

  /** Places a run, and the runs below it that waited for its placement. */
  private void place(LineageNode first, RunSink runs, long now) {
    Set<LineageNode> seen = new HashSet<>(Set.of(first));
    Deque<LineageNode> open = new ArrayDeque<>(seen);
    while (!open.isEmpty()) {
      LineageNode node = open.pop();
      if (record(node, runs, now)) {
        unplaced.remove(node);
      } else if (node.hasEvents) {
        unplaced.putIfAbsent(node, now);
      }
      if (root(node) != null) {
        node.children.stream()
            .filter(child -> (!child.hasEvents || unplaced.containsKey(child)) && seen.add(child))
            .forEach(open::push);
      }
    }
  }

  private boolean record(LineageNode node, RunSink runs, long now) {
    LineageNode root = root(node);
    if (root == null) {
      return false;
    }
    if (root == node) {
      LineageWorkflow workflow = workflow(root, runs, now);
      workflow.recordRoot();
      if (node.standsAlone) {
        workflow.recordActivity(node);
      }
      return true;
    }
    LineageNode activity = activity(node, root);
    if (activity == null || !activity.isNamed()) {
      return false;
    }
    LineageWorkflow workflow = workflow(root, runs, now);
    if (activity == node) {
      workflow.recordActivity(node);
    } else {
      workflow.recordPhase(node, activity);
    }
    return true;
  }

  /** Returns the topmost run above a run, or null if it is not known. */
  private static LineageNode root(LineageNode node) {
    LineageNode at = node;
    for (int depth = 0; depth < DEEPEST; depth++) {
      if (at.root != null) {
        return at.root;
      }
      if (at.parent == null) {
        return at.top ? at : null;
      }
      at = at.parent;
    }
    return null;
  }

  /** Returns the run directly below the root that is or contains a run; null if it is not known. */
  private static LineageNode activity(LineageNode node, LineageNode root) {
    LineageNode at = node;
    for (int depth = 0; depth < DEEPEST && at != null; depth++) {
      if (at.parent == root) {
        return at;
      }
      at = at.parent;
    }
    return null;
  }

  private LineageWorkflow workflow(LineageNode root, RunSink runs, long now) {
    LineageWorkflow workflow =
        workflows.computeIfAbsent(
            root.runId,
            id ->
                new LineageWorkflow(
                    root, runs.recorder(id, root.job.name().isEmpty() ? id : root.job.name())));
    workflow.lastEventNanos = now;
    return workflow;
  }

  /** Stops waiting for overdue runs, and forgets workflow runs that have ended. */
  void giveUpOverdue(RunSink runs, long now, boolean all) {
    for (Map.Entry<LineageNode, Long> late : List.copyOf(unplaced.entrySet())) {
      if (all || now - late.getValue() >= patienceNanos) {
        LineageNode node = late.getKey();
        tryToAssume(node, runs, now).ifPresent(why -> putOff(node, why, now));
      }
    }
    if (all && !unplaced.isEmpty()) {
      warn(names(unplaced.keySet()) + " could not be recorded: their events are lost");
    }
    for (LineageWorkflow workflow : List.copyOf(workflows.values())) {
      boolean over =
          workflow.root.end().isPresent() && now - workflow.lastEventNanos >= patienceNanos;
      if (all || over) {
        forget(workflow);
      }
    }
  }

  /**
   * Assumes where a run belongs.
   *
   * @return why the workflow run cannot be recorded, which must not hold up other runs; empty if it
   *     can
   */
  private Optional<String> tryToAssume(LineageNode node, RunSink runs, long now) {
    try {
      assume(node, runs, now);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      return Optional.of(String.valueOf(e.getCause().getMessage()));
    }
  }

  /** Logs why a run cannot be recorded, to try again later. */
  private void putOff(LineageNode node, String why, long now) {
    unplaced.put(node, now);
    if (!why.equals(node.trouble)) {
      node.trouble = why;
      warn(node.name() + " cannot be recorded for now: " + why);
    }
  }

  /** Returns the name of the first run and the number of the others. */
  private static String names(Collection<LineageNode> runs) {
    int others = runs.size() - 1;
    String more = others == 0 ? "" : others == 1 ? " and 1 other" : " and " + others + " others";
    return runs.iterator().next().name() + more;
  }

  private static void warn(String message) {
    LOGGER.log(System.Logger.Level.WARNING, "OpenLineage " + message);
  }

  private void enforceLimit(RunSink runs, long now) {
    while (nodes.size() > maxRuns) {
      if (!workflows.isEmpty()) {
        forget(workflows.values().iterator().next());
      } else if (!unplaced.isEmpty()) {
        LineageNode oldest = unplaced.keySet().iterator().next();
        tryToAssume(oldest, runs, now).ifPresent(why -> drop(oldest, why));
      } else {
        return;
      }
    }
  }

  /**
   * Assumes that the topmost run known above a run is the workflow run or, if the workflow run is
   * known, one of its activities.
   */
  private void assume(LineageNode node, RunSink runs, long now) {
    LineageNode highest = node;
    for (int depth = 0; depth < DEEPEST - 1 && highest.parent != null; depth++) {
      highest = highest.parent;
    }
    LineageNode root = root(node);
    if (root == null) {
      highest.parent = null;
      highest.top = true;
      root = highest;
    } else if (activity(node, root) == null && highest != root) {
      highest.parent = root;
      root.children.add(highest);
    }
    LineageNode activity = root == node ? node : activity(node, root);
    if (activity != null && !activity.isNamed()) {
      activity.attempt = 1;
    }
    workflow(root, runs, now)
        .warn(
            node,
            "the workflow run that the run belongs to was assumed: the events that name it have not"
                + " arrived");
    place(highest, runs, now);
    place(node, runs, now);
    unplaced.remove(node);
  }

  /** Forgets the runs of a workflow run that cannot be recorded, to have room for others. */
  private void drop(LineageNode node, String why) {
    LineageNode root = root(node);
    List<LineageNode> inside = inside(root);
    List<LineageNode> lost = unplaced.keySet().stream().filter(one -> root(one) == root).toList();
    if (!lost.isEmpty()) {
      warn(
          names(lost)
              + " could not be recorded, and to make room for others, what was posted of them is"
              + " lost: "
              + why);
    }
    lost.forEach(unplaced::remove);
    inside.forEach(one -> nodes.remove(one.runId));
    nodes.remove(root.runId);
  }

  private List<LineageNode> inside(LineageNode root) {
    return nodes.values().stream().filter(node -> root(node) == root).toList();
  }

  private void forget(LineageWorkflow workflow) {
    List<LineageNode> inside = inside(workflow.root);
    if (inside.stream().noneMatch(node -> node != workflow.root)
        && workflow.root.end().isPresent()) {
      workflow.recordActivity(workflow.root);
    }
    inside.forEach(workflow::remarkMissing);
    workflow.remarkMissing();
    inside.forEach(node -> nodes.remove(node.runId));
    nodes.remove(workflow.root.runId);
    workflows.remove(workflow.root.runId);
  }
}
