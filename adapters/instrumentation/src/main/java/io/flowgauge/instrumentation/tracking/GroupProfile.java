package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionProfile;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The measurements in all processes of a job, ended and running. Immutable and thread-safe.
 *
 * @param group variable and value that the processes share, such as {@code SLURM_JOB_ID=4711}, or
 *     the program's name if a command was launched; empty for processes without a job
 * @param processes number of processes that had sensors
 * @param regions sums over all of them, by unit and name, without addresses; the times of processes
 *     that ran side by side add up
 * @param profiles profiles of the individual processes, by start; the processes that ended first
 *     may appear only in the sums
 */
public record GroupProfile(
    Optional<String> group, int processes, List<RegionProfile> regions, List<Profile> profiles) {
  /**
   * Checks and copies the parts.
   *
   * @param group the job
   * @param processes how many processes
   * @param regions sums
   * @param profiles single processes
   */
  public GroupProfile {
    Objects.requireNonNull(group, "group");
    regions = List.copyOf(regions);
    profiles = List.copyOf(profiles);
  }

  /**
   * Sums the profiles of processes.
   *
   * @param profiles one profile of each process
   * @return only the sums, without group and profiles
   */
  public static GroupProfile sumOf(List<Profile> profiles) {
    ProfileSum sum = new ProfileSum();
    profiles.forEach(sum::add);
    return new GroupProfile(Optional.empty(), sum.processes(), sum.regions(), List.of());
  }

  /**
   * Adds sums over other processes.
   *
   * @param other sums over other processes
   * @return only the sums, without group and profiles
   */
  public GroupProfile plus(GroupProfile other) {
    ProfileSum sum = new ProfileSum();
    sum.add(this);
    sum.add(other);
    return new GroupProfile(Optional.empty(), sum.processes(), sum.regions(), List.of());
  }
}
