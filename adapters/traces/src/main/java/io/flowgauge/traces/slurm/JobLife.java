package io.flowgauge.traces.slurm;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Attempts of one job, or of one that was submitted again as another: what becomes an activity.
 * Slurm gives an id to another job when its ids start over, so records of one id may be of several.
 * Not thread-safe while it gets its id.
 */
final class JobLife {
  /** Where its one attempt stands, or null where {@link #attempts} are given. */
  private final PackedRecords packed;

  private final int number;

  /** Empty where the packed one is all. */
  private List<JobRecord> attempts;

  /** Empty where it is the packed name. */
  private String id = "";

  /** When the last of the jobs that it waits for ended. */
  private long met = JobRecord.ABSENT;

  private boolean waitsForUnknown;

  /** The life of a job that has no record but its packed one. */
  JobLife(PackedRecords packed, int number) {
    this.packed = packed;
    this.number = number;
    this.attempts = List.of();
  }

  private JobLife(List<JobRecord> attempts) {
    this.packed = null;
    this.number = -1;
    this.attempts = attempts;
  }

  /** The same as it is now, with its attempts at hand: most would be rebuilt for each look. */
  JobLife unpacked() {
    JobLife whole = new JobLife(attempts());
    whole.id = id();
    whole.met = met;
    whole.waitsForUnknown = waitsForUnknown;
    return whole;
  }

  private void add(List<JobRecord> later) {
    if (attempts.size() < 2) {
      attempts = new ArrayList<>(attempts()); // Of most jobs a list of one, which takes less space.
    }
    attempts.addAll(later);
  }

  /** The jobs that had an id, in order. */
  static List<JobLife> of(SlurmJob job) {
    if (job.records().size() == 1) {
      return List.of(new JobLife(job.records()));
    }
    List<JobLife> lives = new ArrayList<>();
    JobRecord resized = null;
    for (JobRecord record : job.records()) {
      JobRecord whole = resized == null ? record : joined(resized, record);
      resized = record.state() == SlurmJobState.RESIZING ? whole : null;
      if (resized != null) {
        continue;
      }
      if (lives.isEmpty() || !lives.get(lives.size() - 1).goesOnWith(whole)) {
        lives.add(new JobLife(List.of(whole)));
      } else {
        lives.get(lives.size() - 1).add(List.of(whole));
      }
    }
    if (lives.isEmpty()) {
      lives.add(new JobLife(List.of(job.last())));
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
    add(later.attempts());
  }

  /** Ids of the jobs that its attempts were, in order. */
  List<String> jobIds() {
    return attempts.size() < 2
        ? List.of(first().id())
        : attempts.stream().map(JobRecord::id).distinct().toList();
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

  /** Releases its attempts, once they have been recorded. */
  void forget() {
    attempts = List.of();
  }

  void id(String unique) {
    id = packed != null && unique.equals(name()) ? "" : unique;
  }

  String id() {
    return id.isEmpty() ? name() : id;
  }

  List<JobRecord> attempts() {
    return attempts.isEmpty() ? List.of(packed.get(number)) : attempts;
  }

  JobRecord first() {
    return attempts().get(0);
  }

  JobRecord last() {
    return attempts.isEmpty() ? first() : attempts.get(attempts.size() - 1);
  }

  String name() {
    return attempts.isEmpty() ? packed.name(number) : first().name();
  }

  /** When it was first submitted, or {@link JobRecord#ABSENT}. */
  long submit() {
    return attempts.isEmpty() ? packed.submit(number) : first().submit();
  }

  /** Jobs that its first attempt waited for, as {@link JobRecord#dependency} has them. */
  String dependency() {
    return attempts.isEmpty() ? packed.dependency(number) : first().dependency();
  }
}
