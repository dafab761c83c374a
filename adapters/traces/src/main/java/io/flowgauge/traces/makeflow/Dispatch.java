package io.flowgauge.traces.makeflow;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** One dispatch of a task to a worker, and its outcome. Not thread-safe. */
final class Dispatch {
  private static final String SUCCESS = "SUCCESS";

  private OptionalLong waiting = OptionalLong.empty();
  private OptionalLong running = OptionalLong.empty();
  private OptionalLong retrieval = OptionalLong.empty();
  private OptionalLong retrieved = OptionalLong.empty();
  private OptionalLong wallTime = OptionalLong.empty();
  private Optional<Submission.End> end = Optional.empty();
  private final List<Phase> transfers = new ArrayList<>(0);
  private String worker = "";
  private String result = "";
  private String exit = "";

  void beginWaiting(long nanos) {
    waiting = waiting.isPresent() ? waiting : OptionalLong.of(nanos);
  }

  void beginRunning(long nanos, String on) {
    running = OptionalLong.of(nanos);
    worker = on;
  }

  void beginRetrieval(long nanos) {
    retrieval = OptionalLong.of(nanos);
  }

  /** Records that the outputs have reached the manager. */
  void endRetrieval(long nanos, OptionalLong measured) {
    retrieved = OptionalLong.of(nanos);
    wallTime = measured;
  }

  void setResult(String text, String code) {
    result = text;
    exit = code;
  }

  /** Records that the task came back to the manager with a result. */
  void recordReturn(long nanos) {
    boolean good = result.equals(SUCCESS) && exit.equals("0");
    end(good ? EventType.COMPLETED : EventType.FAILED, nanos);
  }

  /**
   * Records that the task must be sent to a worker again, because this one was lost or stopped it.
   */
  void recordLoss(long nanos) {
    end(EventType.FAILED, nanos);
  }

  void end(EventType type, long nanos) {
    end = Optional.of(new Submission.End(type, nanos));
  }

  void addInputTransfer(long from, long to) {
    transfers.add(new Phase(PhaseType.STAGE_IN.label(), from, to));
  }

  OptionalLong waiting() {
    return waiting;
  }

  OptionalLong running() {
    return running;
  }

  Optional<Submission.End> end() {
    return end;
  }

  /** Returns the worker's key in the log. */
  String worker() {
    return worker;
  }

  String result() {
    return result;
  }

  String exit() {
    return exit;
  }

  /** Returns the running time measured by the worker. */
  OptionalLong wallTime() {
    return wallTime;
  }

  /** Returns the transfers of inputs to the worker, and of all outputs from it. */
  List<Phase> transfers() {
    List<Phase> all = new ArrayList<>(transfers);
    if (retrieval.isPresent()
        && retrieved.isPresent()
        && retrieval.getAsLong() <= retrieved.getAsLong()) {
      all.add(new Phase(PhaseType.STAGE_OUT.label(), retrieval.getAsLong(), retrieved.getAsLong()));
    }
    return all;
  }
}
