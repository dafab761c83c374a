package io.flowgauge.model.pegasus;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A node of the workflow as its author wrote it, before clustering. Not thread-safe. */
final class Task {
  private final String id;
  private final Map<String, String> attributes = new TreeMap<>();
  private String type = "";
  private String job = "";
  private long instance = Long.MIN_VALUE;
  private OptionalLong nanos = OptionalLong.empty();
  private boolean failed;

  Task(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  void declare(String transformation) {
    type = Transformations.name(transformation);
    if (!transformation.isEmpty()) {
      attributes.put("transformation", transformation);
    }
  }

  boolean isDeclared() {
    return !type.isEmpty();
  }

  String type() {
    return type;
  }

  void inJob(String job) {
    this.job = job;
    attributes.put("job", job);
  }

  String job() {
    return job;
  }

  /** Of several invocations the one of the latest submission counts. */
  void ran(long submission, OptionalLong duration, String exit) {
    if (submission < instance) {
      return;
    }
    instance = submission;
    nanos = duration.isPresent() && duration.getAsLong() >= 0 ? duration : OptionalLong.empty();
    failed = !exit.isEmpty() && !exit.equals("0");
    if (!exit.isEmpty()) {
      attributes.put("exit", exit);
    }
  }

  boolean hasRun() {
    return instance != Long.MIN_VALUE;
  }

  boolean hasFailed() {
    return failed;
  }

  /** Submission number of the job that ran it last. */
  long instance() {
    return instance;
  }

  OptionalLong nanos() {
    return nanos;
  }

  Activity activity(String activityId) {
    String known = type.isEmpty() ? activityId : type;
    return Activity.of(activityId, known, ActivityKind.COMPUTE).withAttributes(attributes);
  }
}
