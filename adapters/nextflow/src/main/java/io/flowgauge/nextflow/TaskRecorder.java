package io.flowgauge.nextflow;

import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import nextflow.processor.TaskHandler;
import nextflow.processor.TaskRun;
import nextflow.trace.TraceRecord;

/**
 * Records tasks, with the same events as the reader of Nextflow's observer events: SUBMITTED when
 * Nextflow has a task, PENDING when its executor has it, ACTIVE when it starts. A task depends on
 * those whose work folders contain its input files. Thread-safe.
 */
final class TaskRecorder {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final RunRecorder into;

  /** Ids by process and index, which stay the same when a task is tried again. */
  private final Map<String, String> ids = new ConcurrentHashMap<>();

  /** The process and index of the first task of each name, because names need not be unique. */
  private final Map<String, String> owners = new ConcurrentHashMap<>();

  /** Ids of the tasks by their work folders. */
  private final Map<Path, String> makers = new ConcurrentHashMap<>();

  TaskRecorder(RunRecorder into) {
    this.into = into;
  }

  void pending(TaskHandler handler) {
    TaskRun task = handler.getTask();
    String id = declare(task);
    into.record(id, EventType.SUBMITTED, now(), attempt(task));
    registerMaker(task, id);
  }

  void submitted(TaskHandler handler) {
    TaskRun task = handler.getTask();
    String id = id(task);
    event(id, EventType.PENDING, handler.getSubmitTimeMillis(), task);
    registerMaker(task, id);
  }

  void started(TaskHandler handler) {
    event(id(handler.getTask()), EventType.ACTIVE, handler.getStartTimeMillis(), handler.getTask());
  }

  void ended(TaskHandler handler, TraceRecord trace) {
    TaskRun task = handler.getTask();
    String id = declare(task);
    // A task may be over before Nextflow saw it start.
    event(id, EventType.PENDING, handler.getSubmitTimeMillis(), task);
    event(id, EventType.ACTIVE, handler.getStartTimeMillis(), task);
    event(id, outcome(task), handler.getCompleteTimeMillis(), task);
    Object time = trace == null ? null : trace.get("realtime");
    if (time instanceof Number millis && handler.getStartTimeMillis() > 0) {
      into.wallclock(id, attempt(task), millis.longValue() * NANOS_PER_MILLI);
    }
  }

  void cached(TaskHandler handler) {
    TaskRun task = handler.getTask();
    registerMaker(task, declare(task));
  }

  private static EventType outcome(TaskRun task) {
    if (task.isAborted()) {
      return EventType.ABORTED;
    }
    return task.isFailed() || !task.isSuccess() ? EventType.FAILED : EventType.COMPLETED;
  }

  /** Records an event, unless its time is 0, which in Nextflow means that it has not occurred. */
  private void event(String id, EventType type, long millis, TaskRun task) {
    if (millis > 0) {
      into.record(id, type, millis * NANOS_PER_MILLI, attempt(task));
    }
  }

  private static long now() {
    return System.currentTimeMillis() * NANOS_PER_MILLI;
  }

  private static int attempt(TaskRun task) {
    return Math.max(1, task.getConfig().getAttempt());
  }

  private String declare(TaskRun task) {
    String id = id(task);
    into.activity(Activity.of(id, task.getProcessor().getName()).withAttributes(attributes(task)));
    task.getInputFilesMap().values().stream()
        .map(this::maker)
        .filter(maker -> !maker.isEmpty() && !maker.equals(id))
        .distinct()
        .forEach(maker -> into.dependency(maker, id));
    return id;
  }

  private String id(TaskRun task) {
    String key = task.getProcessor().getName() + " " + task.getIndex();
    return ids.computeIfAbsent(
        key,
        any -> {
          String owner = owners.putIfAbsent(task.getName(), key);
          return owner == null ? task.getName() : task.getName() + " #" + task.getIndex();
        });
  }

  private static Map<String, String> attributes(TaskRun task) {
    Map<String, String> attributes = new TreeMap<>();
    put(attributes, "tag", task.getConfig().get("tag"));
    put(attributes, "cores", task.getConfig().getCpus());
    put(attributes, "container", task.getContainer());
    put(attributes, "queue", task.getConfig().get("queue"));
    put(attributes, "hash", task.getHashLog());
    put(attributes, "workdir", task.getWorkDir());
    return attributes;
  }

  private static void put(Map<String, String> attributes, String name, Object value) {
    if (value != null && !value.toString().isEmpty()) {
      attributes.put(name, value.toString());
    }
  }

  private void registerMaker(TaskRun task, String id) {
    if (task.getWorkDir() != null) {
      makers.put(task.getWorkDir(), id);
    }
  }

  /** Returns the task whose work folder contains a file; empty if there is none. */
  private String maker(Path file) {
    for (Path folder = file; folder != null; folder = folder.getParent()) {
      String id = makers.get(folder);
      if (id != null) {
        return id;
      }
    }
    return "";
  }
}
