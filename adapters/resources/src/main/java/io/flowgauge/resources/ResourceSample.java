package io.flowgauge.resources;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * The host and the watched processes in one interval. Immutable and thread-safe.
 *
 * @param time end of the interval
 * @param seconds its length; 0 for the first sample, which only starts the first interval
 * @param host the host
 * @param processes the processes alive at its end
 * @param groups the control groups (version 2) that they are in
 */
public record ResourceSample(
    Instant time,
    double seconds,
    HostSample host,
    List<ProcessSample> processes,
    List<GroupSample> groups) {
  /**
   * Copies the parts.
   *
   * @param time end of the interval
   * @param seconds its length
   * @param host the host
   * @param processes the processes
   * @param groups the control groups
   */
  public ResourceSample {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(host, "host");
    processes = List.copyOf(processes);
    groups = List.copyOf(groups);
  }
}
