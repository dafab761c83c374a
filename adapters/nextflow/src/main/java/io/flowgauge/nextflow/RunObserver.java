package io.flowgauge.nextflow;

import java.nio.file.Path;
import nextflow.Session;
import nextflow.processor.TaskHandler;
import nextflow.processor.TaskProcessor;
import nextflow.trace.TraceObserver;
import nextflow.trace.TraceRecord;

/** Passes on the events of a run in Nextflow before 25.04. Thread-safe. */
@SuppressWarnings("deprecation") // Deprecated since 25.04, for which there is RunObserverV2.
final class RunObserver implements TraceObserver {
  private final ObservedPipeline run;

  RunObserver(ObservedPipeline run) {
    this.run = run;
  }

  @Override
  public void onFlowCreate(Session session) {
    run.begin(session);
  }

  @Override
  public void onFlowBegin() {
    // Nothing to record: the number of tasks is not known yet.
  }

  @Override
  public void onProcessPending(TaskHandler handler, TraceRecord trace) {
    run.task(handler, TaskRecorder::pending);
  }

  @Override
  public void onProcessSubmit(TaskHandler handler, TraceRecord trace) {
    run.task(handler, TaskRecorder::submitted);
  }

  @Override
  public void onProcessStart(TaskHandler handler, TraceRecord trace) {
    run.task(handler, TaskRecorder::started);
  }

  @Override
  public void onProcessComplete(TaskHandler handler, TraceRecord trace) {
    run.ended(handler, trace);
  }

  @Override
  public void onProcessCached(TaskHandler handler, TraceRecord trace) {
    run.task(handler, TaskRecorder::cached);
  }

  @Override
  public void onFlowComplete() {
    run.end();
  }

  /**
   * Disables Nextflow's own wrapper for metrics, which doubles the processor time of short tasks.
   */
  @Override
  public boolean enableMetrics() {
    return false;
  }

  @Override
  public void onProcessCreate(TaskProcessor process) {
    // Only its tasks are recorded.
  }

  @Override
  public void onProcessTerminate(TaskProcessor process) {
    // Only its tasks are recorded.
  }

  @Override
  public void onFlowError(TaskHandler handler, TraceRecord trace) {
    // The end of the failed task is reported, too.
  }

  @Override
  public void onWorkflowPublish(Object value) {
    // It belongs to no activity.
  }

  @Override
  public void onFilePublish(Path destination) {
    // It belongs to no activity.
  }

  @Override
  public void onFilePublish(Path destination, Path source) {
    // It belongs to no activity.
  }
}
