package io.flowgauge.receivers.openlineage;

import io.flowgauge.run.Phase;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/** Records the data of the runs within one workflow run, each item once. Not thread-safe. */
final class LineageWorkflow {
  private static final Pattern OF_ONE_RUN =
      Pattern.compile(
          "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
              + "|[0-9]{4}-[0-9]{2}-[0-9]{2}([T_ ][0-9:.+\\-]*Z?)?|[0-9]{8,}");

  final LineageNode root;
  long lastEventNanos;
  private final RunRecorder into;
  private final LineageDependencies dependencies;
  private final Map<LineageNode, Set<Transition>> recorded = new HashMap<>();
  private final Map<String, Map<String, String>> activities = new HashMap<>();
  private final Set<Object> reported = new HashSet<>();

  LineageWorkflow(LineageNode root, RunRecorder into) {
    this.root = root;
    this.into = into;
    dependencies = new LineageDependencies(into);
  }

  /** Records the start and the end of the workflow run itself. */
  void recordRoot() {
    remarkOddities(root);
    root.start().ifPresent(nanos -> recordOnce(into::start, nanos, "start"));
    root.end().ifPresent(nanos -> recordOnce(into::end, nanos, "end"));
  }

  private void recordOnce(LongConsumer what, long nanos, String kind) {
    if (reported.add(kind + nanos)) {
      what.accept(nanos);
    }
  }

  /** Records a run that is an attempt of an activity. */
  void recordActivity(LineageNode node) {
    String id = node.activity();
    Map<String, String> attributes = new TreeMap<>(node.attributes);
    attributes.put("job.namespace", node.job.namespace());
    if (!attributes.equals(activities.put(id, attributes))) {
      into.activity(Activity.of(id, type(node.job)).withAttributes(attributes));
    }
    Set<Transition> before = recorded.computeIfAbsent(node, n -> new HashSet<>());
    for (Transition transition : node.transitions) {
      if (before.add(transition)) {
        transition
            .kind()
            .type()
            .ifPresent(type -> into.record(id, type, transition.nanos(), node.attemptNumber()));
      }
    }
    dependencies.record(node);
    remarkOddities(node);
  }

  private static String type(JobName job) {
    String type = OF_ONE_RUN.matcher(job.name()).replaceAll("*");
    return type.isEmpty() ? job.name() : type;
  }

  /** Records a run inside an attempt of an activity, as soon as its times are known. */
  void recordPhase(LineageNode node, LineageNode activity) {
    if (node.start().isPresent() && node.end().isPresent()) {
      long start = node.start().getAsLong();
      long end = node.end().getAsLong();
      if (start <= end && reported.add(node.runId)) {
        into.phase(
            activity.activity(), activity.attemptNumber(), new Phase(type(node.job), start, end));
      } else if (start > end) {
        warn(node, "events of a run end before its START: the phase is left out");
      }
    }
    remarkOddities(node);
  }

  private void remarkOddities(LineageNode node) {
    if (!node.zoned) {
      warn(node, "events whose times have no zone were taken as UTC");
    }
    if (node.isTruncated) {
      warn(
          node, "more than 1000 events, datasets or dependencies of one run: the rest is left out");
    }
  }

  /** Warns of events of a run that are missing and no longer expected. */
  void remarkMissing(LineageNode node) {
    if (node.hasEvents && node.start().isEmpty()) {
      warn(node, "no START event has arrived: its start is unknown");
    }
    if (node.hasEvents && node.end().isEmpty() && root.end().isPresent()) {
      warn(
          node,
          "no COMPLETE, FAIL or ABORT event has arrived, although the workflow run has ended");
    }
    if (!node.hasEvents && node != root) {
      warn(node, "named as the parent of another run, but no event of it has arrived");
    }
  }

  void remarkMissing() {
    if (!dependencies.missing().isEmpty()) {
      warnOnce(
          dependencies.missing(),
          "named in dependencies, but no event of it has arrived in this workflow run");
    }
    if (root.end().isEmpty()) {
      warn(root, "the end of the workflow run had not arrived when the receiver stopped waiting");
    }
    if (!root.hasEvents) {
      warn(root, "no event of the workflow run itself has arrived");
    }
  }

  /** Adds a warning about a run, once. */
  void warn(LineageNode node, String message) {
    warnOnce(node.name(), message);
  }

  private void warnOnce(String where, String message) {
    Diagnostic diagnostic = Diagnostic.warning(where, message);
    if (reported.add(diagnostic)) {
      into.diagnostic(diagnostic);
    }
  }
}
