package io.flowgauge.metrics.oracle;

import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Metrics by definitions, "Activity and workflow metrics", and slack by trial. Valid only if every
 * event is known.
 */
final class MetricsOracle {
  private final PlainRun run;

  MetricsOracle(PlainRun run) {
    this.run = run;
  }

  Map<String, Long> synchronizationDelays() {
    Map<String, Long> delays = new TreeMap<>();
    run.dependencies()
        .forEach(
            d ->
                delays.put(
                    d.toString(),
                    firstSubmitted(run.work(d.to())) - run.work(d.from()).at(EventType.COMPLETED)));
    return delays;
  }

  /** Returns the first submission; a resubmission waits for no predecessor. */
  private static long firstSubmitted(Work work) {
    return work.events().stream()
        .filter(e -> e.type() == EventType.SUBMITTED && e.attempt() == 1)
        .mapToLong(ActivityEvent::epochNanos)
        .min()
        .orElseThrow();
  }

  double successRate() {
    long completed = count(EventType.COMPLETED);
    return completed / (double) (completed + count(EventType.FAILED) + count(EventType.ABORTED));
  }

  private long count(EventType type) {
    return run.events().stream().filter(e -> e.type() == type).count();
  }

  /** Returns the length of the longest path by processing times; tries every path. */
  long criticalPath() {
    return run.works().stream().mapToLong(this::longestFrom).max().orElseThrow();
  }

  private long longestFrom(Work work) {
    long rest = run.successors(work).stream().mapToLong(this::longestFrom).max().orElse(0);
    return PlainTimes.wallclock(work) + rest;
  }

  /** Returns the time in a state over all attempts. */
  static long timeIn(Work work, ActivityState state) {
    long time = 0;
    for (int attempt = 1; attempt <= work.lastAttempt(); attempt++) {
      time +=
          switch (state) {
            case SUBMITTING -> between(work, attempt, EventType.STARTED, EventType.SUBMITTED);
            case WAITING -> between(work, attempt, EventType.SUBMITTED, EventType.PENDING);
            case QUEUING -> between(work, attempt, EventType.PENDING, EventType.ACTIVE);
            case PROCESSING -> between(work, attempt, EventType.ACTIVE, null);
            case SUSPENDED -> between(work, attempt, EventType.SUSPENDED, EventType.RESUMED);
          };
    }
    return time;
  }

  /** Returns the nanoseconds during which slots of a processor were held, summed over its slots. */
  double busy(Processor processor) {
    List<Long> cuts =
        run.events().stream().map(ActivityEvent::epochNanos).distinct().sorted().toList();
    double busy = 0;
    for (int k = 1; k < cuts.size(); k++) {
      long instant = cuts.get(k - 1);
      long held = run.works().stream().mapToLong(w -> held(w, processor.name(), instant)).sum();
      busy += Math.min(processor.slots(), held) * (double) (cuts.get(k) - instant);
    }
    return busy;
  }

  /** Returns how many attempts of an activity held a slot of a processor at an instant. */
  private static long held(Work work, String processor, long instant) {
    return work.processors().entrySet().stream()
        .filter(attempt -> attempt.getValue().equals(processor))
        .filter(attempt -> isActive(work, attempt.getKey(), instant))
        .count();
  }

  private static boolean isActive(Work work, int attempt, long instant) {
    boolean begun = false;
    boolean ended = false;
    for (ActivityEvent e : work.events()) {
      if (e.attempt() == attempt && e.epochNanos() <= instant) {
        begun |= e.type() == EventType.ACTIVE;
        ended |= e.type().endsAttempt();
      }
    }
    return begun && !ended;
  }

  /** Returns the summed times from events of one type to the next of another, or to the end. */
  private static long between(Work work, int attempt, EventType from, EventType to) {
    long sum = 0;
    for (ActivityEvent e : work.events()) {
      if (e.attempt() == attempt && e.type() == from) {
        sum -= e.epochNanos();
      }
      if (e.attempt() == attempt && (to == null ? e.type().endsAttempt() : e.type() == to)) {
        sum += e.epochNanos();
      }
    }
    return sum;
  }

  /** Returns T_li(a_i, s) in nanoseconds. */
  double loadImbalance(Work work, ActivityState state, List<Work> set) {
    double mean = set.stream().mapToLong(w -> timeIn(w, state)).average().orElseThrow();
    return timeIn(work, state) - mean;
  }

  /**
   * Returns the largest delay of an activity's completion that does not move the end of the run.
   */
  long slack(Work work) {
    long end = endWith(work, 0);
    long fits = 0;
    long doesNot = end - work.at(EventType.COMPLETED) + 1;
    while (doesNot - fits > 1) {
      long tried = (fits + doesNot) / 2;
      if (endWith(work, tried) <= end) {
        fits = tried;
      } else {
        doesNot = tried;
      }
    }
    return fits;
  }

  private long endWith(Work delayed, long delay) {
    Map<String, Long> ends = new HashMap<>();
    return run.works().stream().mapToLong(w -> endOf(w, delayed, delay, ends)).max().orElseThrow();
  }

  /**
   * Returns the end of an activity in the delayed run: each keeps its distance to the last end of
   * its predecessors.
   */
  private long endOf(Work work, Work delayed, long delay, Map<String, Long> ends) {
    Long known = ends.get(work.id());
    if (known != null) {
      return known;
    }
    long end = work.at(EventType.COMPLETED);
    List<Work> before = run.predecessors(work);
    if (!before.isEmpty()) {
      long now = before.stream().mapToLong(w -> endOf(w, delayed, delay, ends)).max().orElseThrow();
      end += now - before.stream().mapToLong(w -> w.at(EventType.COMPLETED)).max().orElseThrow();
    }
    end += work.id().equals(delayed.id()) ? delay : 0;
    ends.put(work.id(), end);
    return end;
  }
}
