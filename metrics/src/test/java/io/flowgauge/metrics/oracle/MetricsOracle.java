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
 * Metrics by definitions, "Activity and workflow metrics", and slack by trying. Defined where every
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

  /** A re-submission waits for no predecessor: the first one counts. */
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

  /** The longest path by processing times, every path being tried. */
  long criticalPath() {
    return run.works().stream().mapToLong(this::longestFrom).max().orElseThrow();
  }

  private long longestFrom(Work work) {
    long rest = run.successors(work).stream().mapToLong(this::longestFrom).max().orElse(0);
    return PlainTimes.wallclock(work) + rest;
  }

  /** Time in a state over all attempts. */
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

  /** Nanoseconds during which slots of a processor were held, over all of them. */
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

  /** How many attempts of an activity held a slot of a processor. */
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

  /** Sum of the times of one type of event less that of another, or of the end. */
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

  /** T_li(a_i, s) in nanoseconds. */
  double loadImbalance(Work work, ActivityState state, List<Work> set) {
    double mean = set.stream().mapToLong(w -> timeIn(w, state)).average().orElseThrow();
    return timeIn(work, state) - mean;
  }

  /** The largest delay of an activity's completion that does not move the end of the run. */
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

  /** Each activity ends as long after the last end of its predecessors as it did. */
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
