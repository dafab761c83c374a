package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.SourcePosition;
import java.util.Objects;
import java.util.Optional;

/**
 * A function, as described by its compiler. Immutable and thread-safe.
 *
 * @param name its name, preceded by those of the enclosing namespaces, modules and types, separated
 *     by {@code ::}; without parameters
 * @param linkageName its linkage name, or the unqualified name if there is none
 * @param address its address in the file; 0 for a function that is only inlined
 * @param size its size in bytes; 0 if unknown
 * @param source where it is declared
 */
public record DebugFunction(
    String name, String linkageName, long address, long size, Optional<SourcePosition> source) {
  /**
   * Checks the parts.
   *
   * @param address its address in the file
   * @param size its size in bytes
   * @param source where it is declared
   */
  public DebugFunction {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(linkageName, "linkageName");
    Objects.requireNonNull(source, "source");
  }
}
