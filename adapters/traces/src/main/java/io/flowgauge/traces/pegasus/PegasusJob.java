package io.flowgauge.traces.pegasus;

import io.flowgauge.traces.inputs.Arguments;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A node of the planned workflow: one or several tasks, or an auxiliary job. Not thread-safe. */
final class PegasusJob {
  private static final int SHOWN_TYPES = 3;
  private static final String TRANSFER = "-tx";

  private final String id;
  private final Map<String, String> attributes = new TreeMap<>();
  private final StringBuilder planned = new StringBuilder(0);
  private final StringBuilder measured = new StringBuilder(0);
  private final TreeSet<String> types = new TreeSet<>();
  private final TreeMap<Long, JobInstance> instances = new TreeMap<>();
  private String typeDescription = "";
  private boolean declared;
  private int tasks;

  PegasusJob(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  void declare(String typeDescription) {
    declared = true;
    this.typeDescription = typeDescription;
  }

  boolean isDeclared() {
    return declared;
  }

  void attribute(String name, String value) {
    if (!value.isEmpty()) {
      attributes.put(name, value);
    }
  }

  void addTask(String type) {
    tasks++;
    if (!type.isEmpty()) {
      types.add(type);
    }
  }

  /** Adds the arguments of one of its programs, in order. */
  void addArguments(String some) {
    add(some, planned);
  }

  /** Adds the arguments of a program that ran, which are used if none are planned. */
  void addMeasuredArguments(String some) {
    add(some, measured);
  }

  private static void add(String some, StringBuilder to) {
    if (!some.isBlank()) {
      to.append(to.length() == 0 ? "" : " ; ").append(some.strip());
    }
  }

  /**
   * Returns the arguments, except the measured ones of auxiliary jobs, which do not characterise
   * their work.
   */
  private String arguments() {
    return planned.length() > 0 ? planned.toString() : tasks > 0 ? measured.toString() : "";
  }

  /**
   * Returns the instance with a submission number, which is unique in the workflow, not only in the
   * job.
   */
  JobInstance instance(long number) {
    return instances.computeIfAbsent(number, n -> new JobInstance());
  }

  /** Returns its submissions in order: the first is attempt 1. */
  List<JobInstance> attempts() {
    return new ArrayList<>(instances.values());
  }

  Activity activity(String activityId, Arguments texts) {
    Map<String, String> all = new TreeMap<>(attributes);
    texts.put(arguments(), all);
    all.put("tasks", String.valueOf(tasks));
    if (!typeDescription.isEmpty()) {
      all.put("job_type", typeDescription);
    }
    if (!instances.isEmpty()) {
      measured(instances.lastEntry().getValue(), all);
    }
    return Activity.of(activityId, type(activityId), kind()).withAttributes(all);
  }

  private static void measured(JobInstance last, Map<String, String> all) {
    putIfKnown(all, "exit", last.exitCode());
    putIfKnown(all, "native_id", last.schedulerId());
    putIfKnown(all, "site", last.site());
    if (last.isMeasured()) {
      all.put("invocations", String.valueOf(last.invocations().count()));
      last.invocations()
          .cpuNanos()
          .ifPresent(nanos -> all.put("cpu_seconds", PegasusSeconds.text(nanos)));
    }
  }

  private static void putIfKnown(Map<String, String> all, String name, String value) {
    if (!value.isEmpty()) {
      all.put(name, value);
    }
  }

  private ActivityKind kind() {
    return typeDescription.endsWith(TRANSFER) ? ActivityKind.TRANSFER : ActivityKind.COMPUTE;
  }

  /**
   * Returns the transformations of its tasks, or the kind of an auxiliary job, because all
   * transfers run the same program.
   */
  private String type(String fallback) {
    if (!types.isEmpty()) {
      List<String> first = types.stream().limit(SHOWN_TYPES).toList();
      return String.join("+", first) + (types.size() > SHOWN_TYPES ? "+…" : "");
    }
    return typeDescription.isEmpty() ? fallback : typeDescription;
  }
}
