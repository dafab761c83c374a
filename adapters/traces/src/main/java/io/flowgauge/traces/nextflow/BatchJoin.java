package io.flowgauge.traces.nextflow;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.slurm.EngineJobs;
import io.flowgauge.traces.slurm.JobTimes;
import io.flowgauge.traces.slurm.SlurmJobs;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Joins the batch system's records to the attempts that Nextflow submitted to it, by native id, and
 * measures how much later Nextflow, which polls, saw them start and end. Not thread-safe.
 */
final class BatchJoin {
  private final EngineJobs jobs;
  private final Spread starts = new Spread();
  private final Spread ends = new Spread();

  /** Minimum and maximum of some delays. */
  private static final class Spread {
    private long count;
    private long least = Long.MAX_VALUE;
    private long most = Long.MIN_VALUE;

    void add(OptionalLong engine, OptionalLong batch) {
      if (engine.isPresent() && batch.isPresent()) {
        long late = engine.getAsLong() - batch.getAsLong();
        count++;
        least = Math.min(least, late);
        most = Math.max(most, late);
      }
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%.3f s to %.3f s", Times.seconds(least), Times.seconds(most));
    }
  }

  private BatchJoin(EngineJobs jobs) {
    this.jobs = jobs;
  }

  /** Joins the records of Slurm among some files, if there are any and their times are usable. */
  static BatchJoin of(List<TraceFile> companions, List<NextflowTask> tasks, RunRecorder into)
      throws IOException {
    Map<String, Long> submissions = new HashMap<>();
    if (companions.stream().anyMatch(SlurmJobs::isRecords)) {
      tasks.forEach(task -> task.attempts().forEach(attempt -> add(attempt.row(), submissions)));
    }
    return new BatchJoin(EngineJobs.of(companions, submissions, into));
  }

  private static void add(TaskRow row, Map<String, Long> submissions) {
    Optional<String> id = nativeId(row);
    if (id.isPresent() && row.times().submit().isPresent()) {
      submissions.put(id.get(), row.times().submit().getAsLong());
    }
  }

  private static Optional<String> nativeId(TaskRow row) {
    return row.status() == TaskStatus.CACHED
        ? Optional.empty()
        : Optional.ofNullable(row.attributes().get(TraceColumns.NATIVE_ID));
  }

  /** Returns the batch system's record of an attempt. */
  Optional<JobTimes> times(TaskRow row) {
    if (jobs.source().isEmpty()) {
      return Optional.empty();
    }
    Optional<JobTimes> times = nativeId(row).flatMap(id -> jobs.times(id, row.times().submit()));
    times.ifPresent(
        job -> {
          starts.add(row.times().start(), job.start());
          ends.add(row.times().complete(), job.end());
        });
    return times;
  }

  void report(RunRecorder into) {
    jobs.recordInto(into);
    if (starts.count > 0) {
      report(
          into,
          "Nextflow, which polls, noticed the start of "
              + starts.count
              + " attempts "
              + starts
              + " later; the time at which it did is kept as the attribute "
              + NextflowRecording.ENGINE_START);
    }
    if (ends.count > 0) {
      report(
          into,
          "the phase "
              + EngineJobs.PHASE
              + " ends when the job ended for Slurm; Nextflow noticed this "
              + ends
              + " later, at COMPLETED or FAILED, until which the activity holds its processor");
    }
  }

  private void report(RunRecorder into, String text) {
    into.diagnostic(Diagnostic.info(jobs.source(), text));
  }
}
