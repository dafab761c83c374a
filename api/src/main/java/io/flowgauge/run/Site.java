package io.flowgauge.run;

import java.util.List;
import java.util.Objects;

/**
 * Processors under one management ([Nerieri] §II-C). Immutable and thread-safe.
 *
 * @param name its name; empty for the processors whose site is not known
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
    processors = List.copyOf(processors);
  }

  /**
   * Number of activities it runs at once.
   *
   * @return the slots of its processors
   */
  public int slots() {
    return processors.stream().mapToInt(Processor::slots).sum();
  }
}
