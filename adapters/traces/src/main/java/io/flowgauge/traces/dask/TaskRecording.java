package io.flowgauge.traces.dask;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Records the entries of a task stream. Used once. */
final class TaskRecording {
  /** Matches addresses such as tcp://10.0.0.7:40331 or tls://[fe80::1]:40331. */
  private static final Pattern ADDRESS = Pattern.compile("(?:\\w+://)?(.+?)(?::\\d+)?");

  private static final String OK = "OK";

  private final RunRecorder into;
  private final Remarks remarks;
  private final Map<String, Integer> attempts = new HashMap<>();
  private final Set<String> completed = new HashSet<>();

  TaskRecording(RunRecorder into, Remarks remarks) {
    this.into = into;
    this.remarks = remarks;
  }

  boolean isEmpty() {
    return attempts.isEmpty();
  }

  void add(DaskTask task) {
    String id = task.key.text();
    int attempt = attempts.merge(id, 1, Integer::sum);
    if (completed.contains(id)) {
      remarks.info(
          "tasks computed again after they had succeeded, because their results were released or"
              + " lost: recorded as another attempt",
          id);
    }
    if (!task.worker.isEmpty()) {
      Matcher address = ADDRESS.matcher(task.worker);
      task.attributes.put(WorkAttributes.HOST, address.matches() ? address.group(1) : task.worker);
      into.assign(id, attempt, task.worker);
    }
    into.activity(Activity.of(id, task.key.prefix()).withAttributes(task.attributes));
    events(id, attempt, task);
    task.parts.forEach(part -> phase(id, attempt, part, task));
  }

  private void events(String id, int attempt, DaskTask task) {
    boolean isBackwards = task.parts.stream().anyMatch(part -> part.end() < part.begin());
    if (task.parts.isEmpty() || isBackwards) {
      remarks.warn("records without times, or with a stop before its start", task.where);
    }
    task.prepared().ifPresent(nanos -> into.record(id, EventType.PENDING, nanos, attempt));
    task.begin().ifPresent(nanos -> into.record(id, EventType.ACTIVE, nanos, attempt));
    EventType end = task.status.equals(OK) ? EventType.COMPLETED : EventType.FAILED;
    if (end == EventType.COMPLETED) {
      completed.add(id);
    } else if (!task.status.equals("error")) {
      remarks.warn(
          "records of a status that is neither OK nor error, taken as failures", task.where);
    }
    task.end().ifPresent(nanos -> into.record(id, end, nanos, attempt));
  }

  private void phase(String id, int attempt, DaskTask.Part part, DaskTask task) {
    Optional<PhaseType> type = type(part.action());
    if (type.isEmpty()) {
      remarks.info("unknown actions, left out ('" + part.action() + "')", task.where);
    } else if (part.begin() <= part.end()) {
      into.phase(id, attempt, new Phase(type.get().label(), part.begin(), part.end()));
    }
  }

  private static Optional<PhaseType> type(String action) {
    return switch (action) {
      case "compute" -> Optional.of(PhaseType.COMPUTE);
      case "transfer" -> Optional.of(PhaseType.STAGE_IN);
      case "deserialize" -> Optional.of(PhaseType.EXTRACT);
      case "disk-read", "disk-write" -> Optional.of(PhaseType.IO);
      default -> Optional.empty();
    };
  }
}
