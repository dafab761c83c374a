package io.flowgauge.traces.slurm;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Attempts of one job, or of one that was submitted again as another: what becomes an activity.
 * Slurm gives an id to another job when its ids begin anew, so records of one id may be of several.
 * Not thread-safe while it gets its id.
 */
final class JobLife {
  private final List<JobRecord> attempts = new ArrayList<>(1);
  private String id = "";

  /** When the last of the jobs that it waits for ended. */
  private long met = JobRecord.ABSENT;

  private boolean waitsForUnknown;

  /** The jobs that had an id, in order. */
  static List<JobLife> of(SlurmJob job) {
    List<JobLife> lives = new ArrayList<>(1);
    JobRecord resized = null;
    for (JobRecord record : job.records()) {
      JobRecord whole = resized == null ? record : joined(resized, record);
      resized = record.state() == SlurmJobState.RESIZING ? whole : null;
      if (resized != null) {
        continue;
      }
      if (lives.isEmpty() || !lives.get(lives.size() - 1).goesOnWith(whole)) {
        lives.add(new JobLife());
      }
      lives.get(lives.size() - 1).attempts.add(whole);
    }
    if (lives.isEmpty()) {
      JobLife open = new JobLife();
      open.attempts.add(job.last());
      lives.add(open);
    }
    return lives;
  }

  /** A job whose size was changed has a record for each size. */
  private static JobRecord joined(JobRecord resized, JobRecord next) {
    return next.withTimes(resized.submit(), resized.start(), next.end());
  }

  /** A job that completed, or has another name, is not put into the queue again. */
  private boolean goesOnWith(JobRecord record) {
    return last().state() != SlurmJobState.COMPLETED && last().name().equals(record.name());
  }

  /**
   * Whether another job is this one submitted again: it was submitted once this one had ended
   * without completing.
   */
  boolean isSubmittedAgainAs(JobLife later) {
    boolean failed = last().state().end().filter(end -> end != EventType.COMPLETED).isPresent();
    return failed
        && JobRecord.known(last().end())
        && JobRecord.known(later.first().submit())
        && later.first().submit() >= last().end();
  }

  void goesOnAs(JobLife later) {
    attempts.addAll(later.attempts);
  }

  /** Ids of the jobs that its attempts were, in order. */
  List<String> jobIds() {
    return attempts.stream().map(JobRecord::id).distinct().toList();
  }

  void waitsFor(JobLife earlier) {
    long end = earlier.last().end();
    waitsForUnknown |= !JobRecord.known(end);
    met = Math.max(met, end);
  }

  /**
   * When its dependencies were met, if it was submitted before: the end of the last job that it
   * waited for, which is not after it became eligible but for the rounding of that time.
   */
  OptionalLong metAfterSubmission() {
    JobRecord first = first();
    boolean waited =
        !waitsForUnknown
            && JobRecord.known(met)
            && JobRecord.known(first.submit())
            && JobRecord.known(first.eligible())
            && met > first.submit()
            && met < first.eligible() + Times.NANOS_PER_SECOND;
    return waited ? OptionalLong.of(met) : OptionalLong.empty();
  }

  void id(String unique) {
    id = unique;
  }

  String id() {
    return id;
  }

  List<JobRecord> attempts() {
    return attempts;
  }

  JobRecord first() {
    return attempts.get(0);
  }

  JobRecord last() {
    return attempts.get(attempts.size() - 1);
  }

  String name() {
    return first().name();
  }
}
