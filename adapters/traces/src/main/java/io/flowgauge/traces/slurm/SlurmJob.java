package io.flowgauge.traces.slurm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A job with its attempts in order. Not thread-safe while records are added. */
final class SlurmJob {
  /** Number of attempts above which comparing a record with each of them would take too long. */
  private static final int MANY = 16;

  private List<JobRecord> records;
  private AttemptIndex index;

  SlurmJob(JobRecord first) {
    records = List.of(first);
  }

  /** Adds a record: a further attempt, or further values of a known one. */
  void add(JobRecord record) {
    int known = indexOf(record);
    if (known >= 0) {
      replace(known, records.get(known).completedBy(record));
      return;
    }
    append(record);
    if (index != null) {
      index.add(record, records.size() - 1);
    }
  }

  /**
   * Appends a record; the list is immutable as long as it has one element, which takes less space.
   */
  private void append(JobRecord record) {
    if (records.size() == 1) {
      records = new ArrayList<>(records);
    }
    records.add(record);
  }

  private int indexOf(JobRecord record) {
    if (records.size() >= MANY) {
      return index().find(record);
    }
    for (int k = 0; k < records.size(); k++) {
      if (records.get(k).isSameAttempt(record)) {
        return k;
      }
    }
    return -1;
  }

  private AttemptIndex index() {
    if (index == null) {
      index = new AttemptIndex();
      for (int k = 0; k < records.size(); k++) {
        index.add(records.get(k), k);
      }
    }
    return index;
  }

  /** Sorts the attempts; no record may be added afterwards. */
  void close() {
    index = null;
    if (records.size() > 1) {
      records.sort(Comparator.comparingLong(SlurmJob::order));
    }
  }

  private static long order(JobRecord record) {
    return JobRecord.isKnown(record.submit()) ? record.submit() : record.start();
  }

  void replace(int attempt, JobRecord record) {
    if (records.size() == 1) {
      records = List.of(record);
    } else {
      records.set(attempt, record);
    }
  }

  List<JobRecord> records() {
    return records;
  }

  JobRecord last() {
    return records.get(records.size() - 1);
  }
}
