package io.flowgauge.traces.cromwell;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Records the contents of metadata. Used once. */
final class CromwellRecording {
  private static final String RUNNING_JOB = "RunningJob";

  /**
   * Cloud backends record the command itself under this name, without the transfer of its files.
   */
  private static final String USER_ACTION = "UserAction";

  /** The backend on which a job runs as soon as it is started. */
  private static final String LOCAL = "Local";

  private final RunRecorder into;
  private final Remarks remarks = new Remarks();

  /** Ids of calls by their folders. */
  private final Map<String, String> roots = new LinkedHashMap<>();

  private final Map<String, List<String>> inputs = new LinkedHashMap<>();

  CromwellRecording(RunRecorder into) {
    this.into = into;
  }

  void record(CromwellWorkflow workflow) {
    workflow.start.ifPresent(into::start);
    calls("", workflow);
    inputs.forEach(this::dependencies);
    workflow.end.ifPresent(into::end);
    remarks.report(into);
  }

  private void calls(String prefix, CromwellWorkflow workflow) {
    workflow.calls.forEach(
        (name, attempts) -> {
          Map<Integer, List<CallAttempt>> shards = new LinkedHashMap<>();
          attempts.forEach(
              each -> shards.computeIfAbsent(each.shard, any -> new ArrayList<>()).add(each));
          shards.forEach((shard, each) -> call(prefix + name(name, shard), name, each));
        });
  }

  private static String name(String call, int shard) {
    return shard < 0 ? call : call + " (" + shard + ")";
  }

  private void call(String id, String type, List<CallAttempt> attempts) {
    for (CallAttempt attempt : attempts) {
      if (attempt.workflow != null) {
        calls(id + "/", attempt.workflow);
      } else {
        job(id, type, attempt);
      }
    }
  }

  private void job(String id, String type, CallAttempt attempt) {
    into.activity(Activity.of(id, type).withAttributes(attempt.attributes));
    if (!attempt.root.isEmpty()) {
      roots.put(attempt.root, id);
    }
    inputs.computeIfAbsent(id, any -> new ArrayList<>()).addAll(attempt.inputs);
    if (attempt.isCacheHit) {
      remarks.info("calls whose results were taken from the cache, without times of their own", id);
    } else {
      events(id, attempt);
    }
  }

  private void events(String id, CallAttempt attempt) {
    event(id, EventType.SUBMITTED, attempt.start, attempt);
    OptionalLong job = begin(attempt, RUNNING_JOB);
    event(id, EventType.PENDING, job, attempt);
    OptionalLong runs = attempt.backend.equals(LOCAL) ? job : begin(attempt, USER_ACTION);
    event(id, EventType.ACTIVE, runs, attempt);
    end(attempt).ifPresent(type -> event(id, type, attempt.end, attempt));
    for (CallAttempt.Part part : attempt.parts) {
      if (part.begin().isPresent() && part.end().isPresent()) {
        recordTimedPart(id, attempt, part);
      }
    }
  }

  private void recordTimedPart(String id, CallAttempt attempt, CallAttempt.Part part) {
    long begin = part.begin().getAsLong();
    long end = part.end().getAsLong();
    if (end < begin) {
      remarks.warn("parts of attempts that end before they begin, left out", attempt.where);
    } else if (part.name().equals(USER_ACTION)) {
      into.wallclock(id, attempt.number, end - begin);
    } else {
      phase(part.name())
          .ifPresent(type -> into.phase(id, attempt.number, new Phase(type.label(), begin, end)));
    }
  }

  private static Optional<PhaseType> phase(String part) {
    return switch (part) {
      case "Localization" -> Optional.of(PhaseType.STAGE_IN);
      case "Delocalization" -> Optional.of(PhaseType.STAGE_OUT);
      default -> Optional.empty();
    };
  }

  private Optional<EventType> end(CallAttempt attempt) {
    return switch (attempt.status) {
      case "Done" -> Optional.of(EventType.COMPLETED);
      case "Failed", "RetryableFailure", "Preempted" -> Optional.of(EventType.FAILED);
      case "Aborted" -> Optional.of(EventType.ABORTED);
      case "Bypassed" -> Optional.of(EventType.SKIPPED);
      case "",
          "NotStarted",
          "WaitingForQueueSpace",
          "QueuedInCromwell",
          "Starting",
          "Running",
          "Aborting" ->
          Optional.empty();
      default -> {
        remarks.warn(
            "attempts of unknown status, taken as still running ('" + attempt.status + "')",
            attempt.where);
        yield Optional.empty();
      }
    };
  }

  private static OptionalLong begin(CallAttempt attempt, String part) {
    return attempt.parts.stream()
        .filter(each -> each.name().equals(part))
        .flatMapToLong(each -> each.begin().stream())
        .min();
  }

  private void event(String id, EventType type, OptionalLong time, CallAttempt attempt) {
    time.ifPresent(nanos -> into.record(id, type, nanos, attempt.number));
  }

  /** A call depends on the calls whose folders contain its input files. */
  private void dependencies(String id, List<String> texts) {
    texts.stream()
        .flatMap(text -> maker(text).stream())
        .filter(maker -> !maker.equals(id))
        .distinct()
        .forEach(maker -> into.dependency(maker, id));
  }

  private Optional<String> maker(String path) {
    String folder = path;
    for (int slash = folder.lastIndexOf('/'); slash > 0; slash = folder.lastIndexOf('/')) {
      folder = folder.substring(0, slash);
      String id = roots.get(folder);
      if (id != null) {
        return Optional.of(id);
      }
    }
    return Optional.empty();
  }
}
