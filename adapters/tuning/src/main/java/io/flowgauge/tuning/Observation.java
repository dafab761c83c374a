package io.flowgauge.tuning;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.RegionPattern;
import java.util.List;
import java.util.Objects;

/**
 * What was seen of a program, or of one process, since the last decision. Immutable.
 *
 * @param program name of the program
 * @param processors number of processors of the machine
 * @param seconds length of the observation, above 0
 * @param processes the processes that were there all the time, one or more
 * @param kept changes of this tunlet that were made and kept
 */
public record Observation(
    String program,
    int processors,
    double seconds,
    List<ObservedProcess> processes,
    List<Change> kept) {
  /**
   * Checks and copies the parts.
   *
   * @param program what the program is called
   * @param processors processors of their machine
   * @param seconds length of the time
   * @param processes its processes
   * @param kept changes that were kept
   */
  public Observation {
    Objects.requireNonNull(program, "program");
    processes = List.copyOf(processes);
    kept = List.copyOf(kept);
  }

  /**
   * Returns how much an average process ran.
   *
   * @return processor seconds of its threads per second
   */
  public double running() {
    return processes.stream().mapToDouble(ObservedProcess::running).average().orElse(0);
  }

  /**
   * Returns how much an average process was ready to run but waited for a processor.
   *
   * @return seconds of its threads per second
   */
  public double waiting() {
    return processes.stream().mapToDouble(ObservedProcess::waiting).average().orElse(0);
  }

  /**
   * Returns how many calls of regions ended per second.
   *
   * @param regions which regions
   * @return the sum over the processes
   */
  public double calls(RegionPattern regions) {
    return processes.stream().mapToDouble(process -> process.calls(regions)).sum();
  }

  /**
   * Returns how much time the threads of an average process spent in regions.
   *
   * @param regions a pattern of regions that do not call one another
   * @return seconds per second
   * @throws IllegalArgumentException if the pattern is malformed
   */
  public double inside(String regions) {
    RegionPattern pattern = RegionPattern.parse(regions);
    return processes.stream().mapToDouble(process -> process.inside(pattern)).average().orElse(0);
  }
}
