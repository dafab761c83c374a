package io.flowgauge.learning.reading;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;

/** Builds small runs with times in seconds. Not thread-safe. */
final class RunBuilder {
  final RunRecorder recorder = Flowgauge.recorder("run");

  RunBuilder() {
    recorder.start(0);
  }

  /** Adds an activity whose type is its id up to the first hyphen. */
  RunBuilder activity(String id) {
    int sign = id.indexOf('-');
    recorder.activity(Activity.of(id, sign < 0 ? id : id.substring(0, sign)));
    return this;
  }

  RunBuilder activity(Activity activity) {
    recorder.activity(activity);
    return this;
  }

  RunBuilder after(String from, String to) {
    recorder.dependency(from, to);
    return this;
  }

  RunBuilder completed(String id, int attempt, double begin, double end) {
    return attempt(id, attempt, begin, end, EventType.COMPLETED);
  }

  RunBuilder failed(String id, int attempt, double begin, double end) {
    return attempt(id, attempt, begin, end, EventType.FAILED);
  }

  private RunBuilder attempt(String id, int attempt, double begin, double end, EventType outcome) {
    activity(id);
    recorder.record(id, EventType.ACTIVE, Times.nanos(begin), attempt);
    recorder.record(id, outcome, Times.nanos(end), attempt);
    return this;
  }

  RunBuilder on(String id, int attempt, String processor) {
    recorder.assign(id, attempt, processor);
    return this;
  }

  RunBuilder application(String id, double seconds) {
    recorder.wallclock(id, Times.nanos(seconds));
    return this;
  }

  WorkflowRun build() {
    return recorder.snapshot();
  }
}
