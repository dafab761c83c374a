package io.flowgauge.model.slurm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A job with its attempts in order. Not thread-safe while records are added. */
final class Job {
  private final String id;
  private final List<JobRecord> records = new ArrayList<>(1);

  Job(String id) {
    this.id = id;
  }

  /** Adds a record: another attempt, or more about one that is there. */
  void add(JobRecord record) {
    for (int k = 0; k < records.size(); k++) {
      if (records.get(k).isSameAttempt(record)) {
        records.set(k, records.get(k).completedBy(record));
        return;
      }
    }
    records.add(record);
    records.sort(Comparator.comparingLong(Job::order));
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
