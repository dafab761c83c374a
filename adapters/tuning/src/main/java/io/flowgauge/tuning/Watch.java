package io.flowgauge.tuning;

import io.flowgauge.instrumentation.SensorRequest;
import java.util.Objects;

/**
 * What a tunlet must know about a process, apart from how its threads run and wait.
 *
 * @param provider name of the provider that instruments it, such as {@code native} or {@code jvm}
 * @param sensors the regions to measure
 * @param isWholeProgram true if all processes of a program are observed and changed together, like
 *     the ranks of an MPI program; false if each is on its own
 */
public record Watch(String provider, SensorRequest sensors, boolean isWholeProgram) {
  /**
   * Checks the parts.
   *
   * @param provider name of the provider
   * @param sensors the regions
   * @param isWholeProgram whether processes of a program belong together
   */
  public Watch {
    Objects.requireNonNull(provider, "provider");
    Objects.requireNonNull(sensors, "sensors");
  }

  /**
   * Returns a watch with sensors in native processes, each observed on its own.
   *
   * @param regions patterns such as {@code libmpi.so*:MPI_*}
   * @return what to watch
   * @throws IllegalArgumentException if there is no pattern, or one is malformed
   */
  public static Watch of(String... regions) {
    return new Watch("native", SensorRequest.of(regions), false);
  }

  /**
   * Returns a watch with sensors in Java processes, each observed on its own.
   *
   * @param regions patterns such as {@code java.util.concurrent.FutureTask:run}
   * @return what to watch
   * @throws IllegalArgumentException if there is no pattern, or one is malformed
   */
  public static Watch ofJava(String... regions) {
    return new Watch("jvm", SensorRequest.of(regions), false);
  }

  /**
   * Returns the same watch for all processes of a program together.
   *
   * @return what to watch
   */
  public Watch ofWholeProgram() {
    return new Watch(provider, sensors, true);
  }
}
