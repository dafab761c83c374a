package io.flowgauge.nextflow;

import nextflow.Session;
import nextflow.processor.TaskProcessor;
import nextflow.trace.TraceObserverV2;
import nextflow.trace.event.FilePublishEvent;
import nextflow.trace.event.TaskEvent;
import nextflow.trace.event.WorkflowOutputEvent;

/** Passes on the events of a run in Nextflow 25.04 and later. Thread-safe. */
final class RunObserverV2 implements TraceObserverV2 {
  private final ObservedPipeline run;

  RunObserverV2(ObservedPipeline run) {
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
  public void onTaskPending(TaskEvent event) {
    run.task(event.getHandler(), TaskRecorder::pending);
  }

  @Override
  public void onTaskSubmit(TaskEvent event) {
    run.task(event.getHandler(), TaskRecorder::submitted);
  }

  @Override
  public void onTaskStart(TaskEvent event) {
    run.task(event.getHandler(), TaskRecorder::started);
  }

  @Override
  public void onTaskComplete(TaskEvent event) {
    run.ended(event.getHandler(), event.getTrace());
  }

  @Override
  public void onTaskCached(TaskEvent event) {
    run.task(event.getHandler(), TaskRecorder::cached);
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
  public void onFlowError(TaskEvent event) {
    // The end of the failed task is reported, too.
  }

  @Override
  public void onWorkflowOutput(WorkflowOutputEvent event) {
    // It belongs to no activity.
  }

  @Override
  public void onFilePublish(FilePublishEvent event) {
    // It belongs to no activity.
  }
}
