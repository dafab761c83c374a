package io.flowgauge.model.nextflow;

import io.flowgauge.model.slurm.JobTimes;
import io.flowgauge.model.slurm.SlurmJobs;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What the batch system knows of the attempts that Nextflow submitted to it, joined by native id.
 * Nextflow polls: it sees late when a job began and ended. Not thread-safe.
 */
final class BatchJoin {
  private final Optional<SlurmJobs> jobs;
  private final String source;
  private final Map<String, Integer> processors = new TreeMap<>();
  private final Spread starts = new Spread();
  private final Spread ends = new Spread();
  private long requeued;
  private long strangers;

  /** The least and the most of some times. */
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

  private BatchJoin(Optional<SlurmJobs> jobs, String source) {
    this.jobs = jobs;
    this.source = source;
  }

  /** Joins the records of Slurm among some files, if there are any and their times can be used. */
  static BatchJoin of(List<TraceFile> companions, List<Task> tasks, RunRecorder into)
      throws IOException {
    List<TraceFile> records = companions.stream().filter(SlurmJobs::isRecords).toList();
    if (records.isEmpty()) {
      return new BatchJoin(Optional.empty(), "");
    }
    SlurmJobs jobs = SlurmJobs.read(records, into);
    Map<String, Long> submissions = new HashMap<>();
    for (Task task : tasks) {
      task.attempts().forEach(attempt -> add(attempt.row(), submissions));
    }
    boolean usable = jobs.align(submissions, into);
    if (!usable) {
      into.diagnostic(
          Diagnostic.warning(jobs.names(), "not joined: no task of the run was one of these jobs"));
    }
    return new BatchJoin(usable ? Optional.of(jobs) : Optional.empty(), jobs.names());
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

  /** What the batch system knows of an attempt. */
  Optional<JobTimes> times(TaskRow row) {
    Optional<String> id = nativeId(row);
    if (jobs.isEmpty() || id.isEmpty()) {
      return Optional.empty();
    }
    List<JobTimes> attempts = jobs.get().times(id.get());
    OptionalLong submit = row.times().submit();
    if (attempts.isEmpty()
        || (submit.isPresent() && !jobs.get().agrees(id.get(), submit.getAsLong()))) {
      strangers++;
      return Optional.empty();
    }
    requeued += attempts.size() > 1 ? 1 : 0;
    JobTimes last = attempts.get(attempts.size() - 1);
    starts.add(row.times().start(), last.start());
    ends.add(row.times().complete(), last.end());
    if (!last.nodes().isEmpty()) {
      processors.merge(last.nodes(), last.cpus(), Math::min);
    }
    return Optional.of(last);
  }

  void report(RunRecorder into) {
    if (jobs.isEmpty()) {
      return;
    }
    jobs.get().declareNodes(processors, into);
    if (starts.count > 0) {
      tell(
          into,
          "ACTIVE of "
              + starts.count
              + " attempts is Slurm's start; Nextflow, which polls, has it "
              + starts
              + " later, as the attribute "
              + TaskRecording.ENGINE_START);
    }
    if (ends.count > 0) {
      tell(
          into,
          "the phase "
              + TaskRecording.BATCH_PHASE
              + " ends with Slurm's end of a job; Nextflow saw it "
              + ends
              + " later, which is its COMPLETED or FAILED: until then it holds its processor");
    }
    if (requeued > 0) {
      tell(
          into,
          requeued + " attempts were put into the queue again by Slurm; their last start counts");
    }
    if (strangers > 0) {
      into.diagnostic(
          Diagnostic.warning(
              source,
              strangers + " attempts are of no job there that was submitted when they were"));
    }
  }

  private void tell(RunRecorder into, String text) {
    into.diagnostic(Diagnostic.info(source, text));
  }
}
