package io.flowgauge.run;

import io.flowgauge.internal.NoNulls;
import java.util.List;
import java.util.Objects;

/**
 * Processors under one management ([Nerieri] §II-C). Immutable and thread-safe.
 *
 * @param name its name; empty for processors of unknown site
 * @param processors its processors, in the order of the run
 */
public record Site(String name, List<Processor> processors) {
  /**
   * Copies the list.
   *
   * @param name its name
   * @param processors its processors
   */
  public Site {
    Objects.requireNonNull(name, "name");
    processors = NoNulls.copy(processors, "processors");
  }

  /**
   * Number of activities it can run at once.
   *
   * @return the sum of its processors' slots
   */
  public int slots() {
    return processors.stream().mapToInt(Processor::slots).sum();
  }
}
