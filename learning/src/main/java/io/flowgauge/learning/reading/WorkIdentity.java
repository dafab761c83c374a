package io.flowgauge.learning.reading;

import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Identifies the same work wherever it is done again: by its arguments with the sample, else by the
 * names of its inputs, else by the id of the activity. An id with a running number identifies the
 * work only in the same graph, and is combined with a fingerprint of the graph. Not thread-safe.
 */
final class WorkIdentity {
  /**
   * What numbers the activities of a type: a number with only punctuation and {@code ID} before it.
   */
  private static final Pattern NUMBER = Pattern.compile("[^A-Za-z0-9]*(ID)?[0-9]+[)\\]]?");

  /** A running number at the end of an id that does not begin with the type. */
  private static final Pattern NUMBERED = Pattern.compile(".*[_# (](ID)?[0-9]+[)\\]]?");

  private final Workflow workflow;
  private Optional<String> graph = Optional.empty();

  WorkIdentity(Workflow workflow) {
    this.workflow = workflow;
  }

  String of(Activity activity) {
    Optional<String> arguments = text(WorkAttributes.ARGUMENTS, activity);
    if (arguments.isPresent()) {
      return arguments.get()
          + text(WorkAttributes.SAMPLE, activity).map(sample -> "\n" + sample).orElse("");
    }
    return text(WorkAttributes.INPUT_NAMES, activity)
        .map(names -> "inputs " + names)
        .orElseGet(() -> isNumbered(activity) ? graph() + " " + activity.id() : activity.id());
  }

  static Optional<String> text(String attribute, Activity activity) {
    return Optional.ofNullable(activity.attributes().get(attribute))
        .filter(text -> !text.isBlank());
  }

  /** Whether the id only counts activities of the type, as in {@code blastall_ID000003}. */
  static boolean isNumbered(Activity activity) {
    String id = activity.id();
    Optional<String> sample = text(WorkAttributes.SAMPLE, activity);
    if (sample.isPresent() && id.endsWith("(" + sample.get() + ")")) {
      return false;
    }
    return id.startsWith(activity.type())
        ? NUMBER.matcher(id.substring(activity.type().length())).matches()
        : NUMBERED.matcher(id).matches();
  }

  private String graph() {
    if (graph.isEmpty()) {
      graph = Optional.of(WorkflowFingerprint.of(workflow));
    }
    return graph.get();
  }
}
