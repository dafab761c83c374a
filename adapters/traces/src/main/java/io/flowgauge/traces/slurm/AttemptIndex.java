package io.flowgauge.traces.slurm;

import java.util.HashMap;
import java.util.Map;

/**
 * The attempts of a job by their times, for {@link JobRecord#isSameAttempt}: an unknown time agrees
 * with any. Not thread-safe.
 */
final class AttemptIndex {
  private record Times(long submit, long start) {}

  private final Map<Times, Integer> byBoth = new HashMap<>();
  private final Map<Long, Integer> bySubmit = new HashMap<>();
  private final Map<Long, Integer> byStart = new HashMap<>();

  /** Adds an attempt; of several with the same time, the first is found. */
  void add(JobRecord record, int number) {
    byBoth.putIfAbsent(new Times(record.submit(), record.start()), number);
    bySubmit.putIfAbsent(record.submit(), number);
    byStart.putIfAbsent(record.start(), number);
  }

  /** Returns the number of the attempt to which a record belongs; -1 if there is none. */
  int find(JobRecord record) {
    boolean submitted = JobRecord.isKnown(record.submit());
    boolean started = JobRecord.isKnown(record.start());
    if (submitted && started) {
      return first(
          byBoth.get(new Times(record.submit(), record.start())),
          byBoth.get(new Times(record.submit(), JobRecord.ABSENT)),
          byBoth.get(new Times(JobRecord.ABSENT, record.start())));
    }
    return submitted
        ? first(bySubmit.get(record.submit()))
        : started ? first(byStart.get(record.start())) : -1;
  }

  private static int first(Integer... numbers) {
    int first = -1;
    for (Integer number : numbers) {
      if (number != null && (first < 0 || number < first)) {
        first = number;
      }
    }
    return first;
  }
}
