package io.flowgauge.nextflow;

import nextflow.Session;
import nextflow.processor.TaskProcessor;
import nextflow.trace.TraceObserverV2;
import nextflow.trace.event.FilePublishEvent;
import nextflow.trace.event.TaskEvent;
import nextflow.trace.event.WorkflowOutputEvent;

/** Passes on what Nextflow from 25.04 on reports of a run. Thread-safe. */
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
    // How many tasks there will be is not known.
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

  /** Nextflow's own wrapper for metrics doubles the processor time of short tasks. */
  @Override
  public boolean enableMetrics() {
    return false;
  }

  @Override
  public void onProcessCreate(TaskProcessor process) {
    // Its tasks are what counts.
  }

  @Override
  public void onProcessTerminate(TaskProcessor process) {
    // Its tasks are what counts.
  }

  @Override
  public void onFlowError(TaskEvent event) {
    // The end of the failed task is reported, too.
  }

  @Override
  public void onWorkflowOutput(WorkflowOutputEvent event) {
    // Of no activity.
  }

  @Override
  public void onFilePublish(FilePublishEvent event) {
    // Of no activity.
  }
}
