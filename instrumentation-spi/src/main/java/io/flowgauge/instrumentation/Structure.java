package io.flowgauge.instrumentation;

import java.util.List;
import java.util.Objects;

/**
 * The structure of one process (SIR, [Truong] §3): its units and their code regions. It describes
 * the process, not the program. Immutable and thread-safe.
 *
 * @param process the process
 * @param units its units, the program first
 */
public record Structure(TargetProcess process, List<CodeUnit> units) {
  /**
   * Checks and copies the parts.
   *
   * @param process the process
   * @param units its units
   */
  public Structure {
    Objects.requireNonNull(process, "process");
    units = List.copyOf(units);
  }

  /**
   * All regions.
   *
   * @return those of all units, in their order
   */
  public List<CodeRegion> regions() {
    return units.stream().flatMap(unit -> unit.regions().stream()).toList();
  }

  @Override
  public String toString() {
    return "Structure["
        + process.name()
        + ", "
        + units.size()
        + " units, "
        + units.stream().mapToInt(unit -> unit.regions().size()).sum()
        + " regions]";
  }
}
