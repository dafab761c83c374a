package io.flowgauge.nextflow;

import java.nio.file.Path;
import nextflow.Session;
import nextflow.processor.TaskHandler;
import nextflow.processor.TaskProcessor;
import nextflow.trace.TraceObserver;
import nextflow.trace.TraceRecord;

/** Passes on what Nextflow before 25.04 reports of a run. Thread-safe. */
@SuppressWarnings("deprecation") // From 25.04 on, which has RunObserverV2.
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
    // How many tasks there will be is not known.
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
  public void onFlowError(TaskHandler handler, TraceRecord trace) {
    // The end of the failed task is reported, too.
  }

  @Override
  public void onWorkflowPublish(Object value) {
    // Of no activity.
  }

  @Override
  public void onFilePublish(Path destination) {
    // Of no activity.
  }

  @Override
  public void onFilePublish(Path destination, Path source) {
    // Of no activity.
  }
}
