package io.flowgauge.traces.slurm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A job with its attempts in order. Not thread-safe while records are added. */
final class SlurmJob {
  /** From here on looking at all attempts for each record would take long. */
  private static final int MANY = 16;

  private final String id;
  private final List<JobRecord> records = new ArrayList<>(1);
  private AttemptIndex index;

  SlurmJob(String id) {
    this.id = id;
  }

  /** Adds a record: another attempt, or more about one that is there. */
  void add(JobRecord record) {
    int known = indexOf(record);
    if (known >= 0) {
      records.set(known, records.get(known).completedBy(record));
      return;
    }
    records.add(record);
    if (index != null) {
      index.add(record, records.size() - 1);
    }
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

  /** Puts the attempts in order; no record is added after that. */
  void close() {
    index = null;
    records.sort(Comparator.comparingLong(SlurmJob::order));
  }

  private static long order(JobRecord record) {
    return JobRecord.known(record.submit()) ? record.submit() : record.start();
  }

  void replace(int attempt, JobRecord record) {
    records.set(attempt, record);
  }

  String id() {
    return id;
  }

  List<JobRecord> records() {
    return records;
  }

  JobRecord last() {
    return records.get(records.size() - 1);
  }

  String name() {
    return last().name();
  }
}
