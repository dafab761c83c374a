package io.flowgauge.traces.slurm;

import io.flowgauge.run.EventType;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Attempts of one job, or of jobs that were the same work submitted again; becomes an activity.
 * Slurm reuses ids when its numbering restarts, so records with the same id may belong to several
 * jobs. Not thread-safe until it has its id.
 */
final class JobLife {
  /** The records that contain its only attempt, or null if {@link #attempts} are given. */
  private final PackedRecords packed;

  private final int number;

  /** Empty if the packed record is the only attempt. */
  private List<JobRecord> attempts;

  /** Empty if the id is the packed name. */
  private String id = "";

  /** When the last of the jobs that it waited for ended. */
  private long met = JobRecord.ABSENT;

  private boolean waitsForUnknown;

  /** Creates the life of a job whose only record is a packed one. */
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

  /** Returns a copy with its attempts unpacked; a packed one would rebuild them on every access. */
  JobLife unpacked() {
    JobLife whole = new JobLife(attempts());
    whole.id = id();
    whole.met = met;
    whole.waitsForUnknown = waitsForUnknown;
    return whole;
  }

  private void add(List<JobRecord> later) {
    if (attempts.size() < 2) {
      attempts =
          new ArrayList<>(
              attempts()); // Most jobs have an immutable list of one, which takes less space.
    }
    attempts.addAll(later);
  }

  /** Splits the records of an id into jobs, in order. */
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
      if (lives.isEmpty() || !lives.get(lives.size() - 1).mayContinueWith(whole)) {
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

  /** Joins the records of a resized job, which has one for each size. */
  private static JobRecord joined(JobRecord resized, JobRecord next) {
    return next.withTimes(resized.submit(), resized.start(), next.end());
  }

  /**
   * Whether a record may continue this job; a job that completed, or has another name, is not
   * requeued.
   */
  private boolean mayContinueWith(JobRecord record) {
    return last().state() != SlurmJobState.COMPLETED && last().name().equals(record.name());
  }

  /**
   * Whether a later job is this one submitted again, because it was submitted after this one had
   * ended without completing.
   */
  boolean isSubmittedAgainAs(JobLife later) {
    boolean failed = last().state().end().filter(end -> end != EventType.COMPLETED).isPresent();
    return failed
        && JobRecord.isKnown(last().end())
        && JobRecord.isKnown(later.first().submit())
        && later.first().submit() >= last().end();
  }

  void mergeAttempts(JobLife later) {
    add(later.attempts());
  }

  /** Returns the ids of the jobs that its attempts were, in order. */
  List<String> jobIds() {
    return attempts.size() < 2
        ? List.of(first().id())
        : attempts.stream().map(JobRecord::id).distinct().toList();
  }

  void waitsFor(JobLife earlier) {
    long end = earlier.last().end();
    waitsForUnknown |= !JobRecord.isKnown(end);
    met = Math.max(met, end);
  }

  /**
   * Returns when its dependencies were met, if that was after its submission: the end of the last
   * job that it waited for, provided that it is not after the time when it became eligible,
   * allowing for rounding of that time.
   */
  OptionalLong metAfterSubmission() {
    JobRecord first = first();
    boolean waited =
        !waitsForUnknown
            && JobRecord.isKnown(met)
            && JobRecord.isKnown(first.submit())
            && JobRecord.isKnown(first.eligible())
            && met > first.submit()
            && met < first.eligible() + Times.NANOS_PER_SECOND;
    return waited ? OptionalLong.of(met) : OptionalLong.empty();
  }

  /** Releases its attempts; called once they have been recorded. */
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

  /** Returns when it was first submitted, or {@link JobRecord#ABSENT}. */
  long submit() {
    return attempts.isEmpty() ? packed.submit(number) : first().submit();
  }

  /** Returns the jobs that its first attempt waited for, as in {@link JobRecord#dependency}. */
  String dependency() {
    return attempts.isEmpty() ? packed.dependency(number) : first().dependency();
  }
}
