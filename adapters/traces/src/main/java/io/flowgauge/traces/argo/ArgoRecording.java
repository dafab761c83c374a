package io.flowgauge.traces.argo;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Records the nodes of a workflow. Used once. */
final class ArgoRecording {
  /** The name of an attempt of a retried node ends with its number, counted from 0. */
  private static final Pattern ATTEMPT = Pattern.compile("(.*)\\((\\d{1,6})\\)", Pattern.DOTALL);

  /** Added to the name of a workflow, the name of the node that runs when the others have ended. */
  private static final String EXIT = ".onExit";

  private final Map<String, ArgoNode> nodes;
  private final String exitName;
  private final RunRecorder into;
  private final Remarks remarks = new Remarks();

  /** Names of retried nodes. */
  private final Set<String> retried = new HashSet<>();

  private final Map<ArgoNode, String> ids = new HashMap<>();

  /** The nodes that follow each node, of those that do work. */
  private final Map<ArgoNode, Set<ArgoNode>> following = new LinkedHashMap<>();

  ArgoRecording(WorkflowParser workflow, RunRecorder into) {
    this.nodes = workflow.nodes;
    this.exitName = workflow.name + EXIT;
    this.into = into;
    nodes.values().stream().filter(ArgoNode::isRetry).forEach(node -> retried.add(node.name));
  }

  void record() {
    List<ArgoNode> work = nodes.values().stream().filter(ArgoNode::isWork).toList();
    work.forEach(this::activity);
    work.forEach(node -> following.put(node, workBelow(node)));
    dependencies();
    remarks.report(into);
  }

  /** Records what each node follows; the exit handler follows the last of the others. */
  private void dependencies() {
    Set<ArgoNode> exit = new LinkedHashSet<>();
    nodes.values().stream()
        .filter(node -> node.name.equals(exitName))
        .forEach(node -> exit.addAll(node.isWork() ? Set.of(node) : workBelow(node)));
    Set<ArgoNode> atExit = withFollowing(exit);
    following.forEach(
        (node, next) -> {
          boolean isLast = next.isEmpty() && !atExit.contains(node);
          (isLast ? exit : next).forEach(later -> dependency(node, later));
        });
  }

  private void activity(ArgoNode node) {
    Optional<Matcher> attempt = attempt(node);
    String id = attempt.map(match -> match.group(1)).orElse(node.name);
    int number = attempt.map(match -> Integer.parseInt(match.group(2)) + 1).orElse(1);
    ids.put(node, id);
    into.activity(Activity.of(id, node.work()).withAttributes(node.attributes));
    events(node, id, number);
    if (!node.host.isEmpty()) {
      into.assign(id, number, node.host);
    }
  }

  private Optional<Matcher> attempt(ArgoNode node) {
    Matcher match = ATTEMPT.matcher(node.name);
    return match.matches() && retried.contains(match.group(1))
        ? Optional.of(match)
        : Optional.empty();
  }

  private void events(ArgoNode node, String id, int number) {
    switch (node.phase) {
      case "Skipped", "Omitted" -> event(id, EventType.SKIPPED, finishedOrStarted(node), number);
      case "Succeeded" -> recordFinished(node, id, EventType.COMPLETED, number);
      case "Failed", "Error" -> recordFinished(node, id, EventType.FAILED, number);
      case "", "Pending", "Running" -> event(id, EventType.SUBMITTED, node.started, number);
      default -> {
        remarks.warn("nodes in an unknown phase ('" + node.phase + "')", node.id);
        event(id, EventType.SUBMITTED, node.started, number);
      }
    }
  }

  private static OptionalLong finishedOrStarted(ArgoNode node) {
    return node.finished.isPresent() ? node.finished : node.started;
  }

  private void recordFinished(ArgoNode node, String id, EventType end, int number) {
    event(id, EventType.SUBMITTED, node.started, number);
    event(id, end, node.finished, number);
  }

  private void event(String id, EventType type, OptionalLong time, int number) {
    time.ifPresent(nanos -> into.record(id, type, nanos, number));
  }

  private void dependency(ArgoNode node, ArgoNode later) {
    if (!ids.get(node).equals(ids.get(later))) {
      into.dependency(ids.get(node), ids.get(later));
    }
  }

  private Set<ArgoNode> withFollowing(Set<ArgoNode> some) {
    Set<ArgoNode> all = new HashSet<>(some);
    Deque<ArgoNode> left = new ArrayDeque<>(some);
    while (!left.isEmpty()) {
      following.get(left.pop()).stream().filter(all::add).forEach(left::push);
    }
    return all;
  }

  /** Returns the next nodes below one that do work, looking through those that do not. */
  private Set<ArgoNode> workBelow(ArgoNode node) {
    Set<ArgoNode> found = new LinkedHashSet<>();
    Deque<String> left = new ArrayDeque<>(node.children);
    Set<String> seen = new HashSet<>();
    while (!left.isEmpty()) {
      String child = left.pop();
      ArgoNode next = nodes.get(child);
      if (next == null) {
        remarks.warn("children that are not among the nodes", node.id + " -> " + child);
      } else if (seen.add(child)) {
        if (next.isWork()) {
          found.add(next);
        } else {
          left.addAll(next.children);
        }
      }
    }
    return found;
  }
}
