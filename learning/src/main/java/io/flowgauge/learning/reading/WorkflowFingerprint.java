package io.flowgauge.learning.reading;

import io.flowgauge.model.core.Fingerprint;
import io.flowgauge.workflow.Workflow;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Distinguishes workflows by their activities and dependencies. Stateless and thread-safe. */
public final class WorkflowFingerprint {
  private WorkflowFingerprint() {}

  /**
   * Returns a fingerprint that is the same for the same activities and dependencies, in whatever
   * order they were recorded.
   */
  public static String of(Workflow workflow) {
    return Fingerprint.of(
        IntStream.range(0, workflow.activityCount())
            .mapToObj(index -> described(workflow, index))
            .sorted()
            .collect(Collectors.joining("\n")));
  }

  private static String described(Workflow workflow, int activity) {
    return workflow.activity(activity).id()
        + "\t"
        + workflow.activity(activity).type()
        + workflow.predecessors(activity).stream()
            .map(from -> workflow.activity(from).id())
            .sorted()
            .collect(Collectors.joining("\t", "\t", ""));
  }
}
