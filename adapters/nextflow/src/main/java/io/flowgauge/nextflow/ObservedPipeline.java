package io.flowgauge.nextflow;

import nextflow.Session;
import nextflow.processor.TaskHandler;
import nextflow.trace.TraceRecord;

/**
 * Records a run from the events of any version of Nextflow. A failure is reported once, and
 * Nextflow continues as if there were no plug-in. Thread-safe.
 */
final class ObservedPipeline {
  private final PluginSettings settings;
  private final Guard guard = new Guard(PluginSettings::warn);
  private volatile RecordedRun run;
  private volatile TaskRecorder tasks;

  private ObservedPipeline(PluginSettings settings) {
    this.settings = settings;
  }

  /** Observes a session; it is recorded unless {@code flowgauge.enabled = false}. */
  static ObservedPipeline of(Session session) {
    return new ObservedPipeline(
        PluginSettings.of(session.getConfig().get("flowgauge"), PluginSettings::warn));
  }

  boolean isWanted() {
    return settings.isEnabled();
  }

  void begin(Session session) {
    guard.attempt(
        () -> {
          run = RecordedRun.begin(settings, session.getRunName(), session.getUniqueId().toString());
          tasks = new TaskRecorder(run.recorder());
        });
  }

  /** Records an event of a task. */
  interface Step {
    void take(TaskRecorder tasks, TaskHandler handler);
  }

  void task(TaskHandler handler, Step step) {
    guard.attempt(
        () -> {
          if (tasks != null) {
            step.take(tasks, handler);
          }
        });
  }

  void ended(TaskHandler handler, TraceRecord trace) {
    task(handler, (into, ended) -> into.ended(ended, trace));
  }

  void end() {
    guard.attempt(
        () -> {
          if (run != null) {
            run.end();
          }
        });
  }
}
