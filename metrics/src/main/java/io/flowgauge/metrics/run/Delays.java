package io.flowgauge.metrics.run;

import static io.flowgauge.model.core.Columns.ABSENT;
import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.analysis.Spread;
import io.flowgauge.analysis.SynchronizationDelay;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.graph.Dag;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Dependency;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Synchronization delays ([Truong] §5.4, Eq. 1–2; definitions, "Activity and workflow metrics").
 * Thread-safe.
 */
final class Delays {
  private static final String MISSING =
      "no dependency has known times of COMPLETED before it and SUBMITTED (or STARTED) after it";

  private final ColumnarRun run;
  private final Dag dag;

  Delays(ColumnarRun run) {
    this.run = run;
    this.dag = run.workflow().dag();
  }

  Stream<SynchronizationDelay> all() {
    return IntStream.range(0, dag.nodeCount())
        .boxed()
        .flatMap(
            from ->
                IntStream.range(0, dag.successorCount(from))
                    .filter(k -> known(nanos(from, dag.successor(from, k))))
                    .mapToObj(k -> delay(from, dag.successor(from, k))));
  }

  private SynchronizationDelay delay(int from, int to) {
    Dependency dependency =
        new Dependency(run.workflow().activity(from).id(), run.workflow().activity(to).id());
    return new SynchronizationDelay(
        dependency,
        Times.seconds(nanos(from, to)),
        usesStarted(to),
        !known(submittedOrStarted(to)));
  }

  private boolean usesStarted(int activity) {
    return known(submittedOrStarted(activity)) && !known(submitted(activity));
  }

  private long nanos(int from, int to) {
    long completed = run.end(from);
    if (!known(completed) || !run.completed(run.endAttempt(from) - 1)) {
      return ABSENT;
    }
    boolean lost = run.endAttempt(to) > run.firstAttempt(to) && !known(submittedOrStarted(to));
    boolean never = !known(submittedOrStarted(to)) && (run.isFinished() || run.isSkipped(to));
    if (lost || never) {
      // It ran already or will never run, so measuring up to t_now would be meaningless.
      return ABSENT;
    }
    return (known(submittedOrStarted(to)) ? submittedOrStarted(to) : run.span().until())
        - completed;
  }

  private long submitted(int activity) {
    int first = run.firstAttempt(activity);
    return first < run.endAttempt(activity) ? run.submitted(first) : ABSENT;
  }

  /** Returns SUBMITTED of the first attempt, or else its STARTED. */
  private long submittedOrStarted(int activity) {
    long submitted = submitted(activity);
    int first = run.firstAttempt(activity);
    return known(submitted) || first == run.endAttempt(activity) ? submitted : run.started(first);
  }

  Spread of(int activity) {
    TimeSample sample = new TimeSample(MISSING);
    add(activity, sample);
    return sample.spread();
  }

  Spread overall() {
    TimeSample sample = new TimeSample(MISSING);
    for (int a = 0; a < dag.nodeCount(); a++) {
      add(a, sample);
    }
    return sample.spread();
  }

  private void add(int activity, TimeSample sample) {
    for (int k = 0; k < dag.predecessorCount(activity); k++) {
      int before = dag.predecessor(activity, k);
      if (!run.isSkipped(before) && !run.isSkipped(activity)) {
        sample.addIfKnown(nanos(before, activity));
      }
    }
  }
}
