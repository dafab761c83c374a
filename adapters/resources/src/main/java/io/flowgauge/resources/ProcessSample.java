package io.flowgauge.resources;

import io.flowgauge.analysis.Measured;
import java.util.Objects;

/**
 * A process in one interval. Its waits are sums over its threads, so they may exceed the interval.
 * Immutable and thread-safe.
 *
 * @param pid its id
 * @param name its name in {@code /proc/PID/comm}
 * @param activity id of the activity it belongs to
 * @param threads number of its threads
 * @param seconds length of the interval, or of the part of it in which the process was watched
 * @param processorSeconds how long its threads ran
 * @param externalSeconds how long they were ready to run but waited because of other programs
 * @param serialisedSeconds how long they waited because of the run's own processes
 * @param memoryBytes resident memory at the end of the interval
 * @param readBytesPerSecond bytes read from disks per second; absent for another user's process
 * @param writtenBytesPerSecond bytes written to disks per second; absent for another user's process
 * @param usable the processors that its first thread may use
 */
public record ProcessSample(
    long pid,
    String name,
    String activity,
    int threads,
    double seconds,
    double processorSeconds,
    double externalSeconds,
    double serialisedSeconds,
    long memoryBytes,
    Measured readBytesPerSecond,
    Measured writtenBytesPerSecond,
    UsableProcessors usable) {

  /**
   * Checks that nothing is null.
   *
   * @param pid its id
   * @param name its name
   * @param activity its activity
   * @param threads number of threads
   * @param seconds length
   * @param processorSeconds processor time
   * @param externalSeconds external load
   * @param serialisedSeconds serialisation
   * @param memoryBytes memory
   * @param readBytesPerSecond reads
   * @param writtenBytesPerSecond writes
   * @param usable processors
   */
  public ProcessSample {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(activity, "activity");
    Objects.requireNonNull(readBytesPerSecond, "readBytesPerSecond");
    Objects.requireNonNull(writtenBytesPerSecond, "writtenBytesPerSecond");
    Objects.requireNonNull(usable, "usable");
  }
}
