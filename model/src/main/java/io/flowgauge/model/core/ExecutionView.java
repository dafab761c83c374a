package io.flowgauge.model.core;

import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.ExecutionGraph;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.workflow.Activity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One activity of a {@link ColumnarRun} as users see it. */
record ExecutionView(ColumnarRun run, int index) implements ActivityExecution {

  @Override
  public Activity activity() {
    return run.workflow().activity(index);
  }

  @Override
  public List<Attempt> attempts() {
    List<Attempt> attempts = new ArrayList<>();
    for (int at = run.firstAttempt(index); at < run.endAttempt(index); at++) {
      attempts.add(attempt(at));
    }
    return List.copyOf(attempts);
  }

  @Override
  public boolean isSkipped() {
    return run.isSkipped(index);
  }

  @Override
  public boolean isCompleted() {
    return run.isCompleted(index);
  }

  private Attempt attempt(int at) {
    return new Attempt(
        run.attemptNumber(at),
        processorName(run.processorOf(at)),
        ColumnarRun.optional(run.started(at)),
        ColumnarRun.optional(run.submitted(at)),
        ColumnarRun.optional(run.pending(at)),
        ColumnarRun.optional(run.active(at)),
        ColumnarRun.optional(run.ended(at)),
        Optional.ofNullable(run.outcome(at)));
  }

  @Override
  public ExecutionGraph graph() {
    String id = activity().id();
    List<ActivityEvent> events = run.events().of(index, id);
    return new ExecutionGraph(id, events, States.of(events, run.span().until()));
  }

  @Override
  public Optional<String> processor() {
    return processorName(run.processor(index));
  }

  private Optional<String> processorName(int processor) {
    return processor < 0 ? Optional.empty() : Optional.of(run.processors().get(processor).name());
  }

  @Override
  public Optional<Duration> wallclock() {
    return duration(run.wallclock(index));
  }

  @Override
  public Optional<Duration> ideal() {
    return duration(run.ideal(index));
  }

  private static Optional<Duration> duration(long nanos) {
    return Columns.known(nanos) ? Optional.of(Duration.ofNanos(nanos)) : Optional.empty();
  }

  @Override
  public List<Phase> phases() {
    return run.phases(index);
  }

  @Override
  public Map<PhaseType, Duration> phaseTimes() {
    return run.phaseTimes(index);
  }

  @Override
  public List<CodeProfile> codeProfiles() {
    return run.codeProfiles(index);
  }

  @Override
  public String toString() {
    int attempts = run.endAttempt(index) - run.firstAttempt(index);
    return "ActivityExecution[" + activity().id() + ", " + attempts + " attempts]";
  }
}
