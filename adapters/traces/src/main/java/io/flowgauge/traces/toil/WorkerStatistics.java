package io.flowgauge.traces.toil;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a worker reports about the jobs that it ran one after the other. Not thread-safe. */
final class WorkerStatistics {
  /** One of them; times in nanoseconds, the start since the epoch. Not thread-safe. */
  static final class Job {
    String name = "";
    OptionalLong start = OptionalLong.empty();
    OptionalLong time = OptionalLong.empty();
    Optional<Boolean> succeeded = Optional.empty();
    String cores = "";
    String cpu = "";
  }

  final List<Job> jobs = new ArrayList<>();

  /** Id of the first job in the job store, if a message of the worker has it. */
  String storeId = "";

  boolean failed() {
    return jobs.stream().anyMatch(job -> job.succeeded.equals(Optional.of(false)));
  }

  OptionalLong start() {
    return jobs.stream().flatMapToLong(job -> job.start.stream()).min();
  }

  /** When the last of them ended. */
  OptionalLong end() {
    return jobs.stream()
        .filter(job -> job.start.isPresent() && job.time.isPresent())
        .mapToLong(job -> job.start.getAsLong() + job.time.getAsLong())
        .max();
  }

  /** Time of all of them. */
  OptionalLong time() {
    return jobs.stream().anyMatch(job -> job.time.isPresent())
        ? OptionalLong.of(jobs.stream().mapToLong(job -> job.time.orElse(0)).sum())
        : OptionalLong.empty();
  }
}
