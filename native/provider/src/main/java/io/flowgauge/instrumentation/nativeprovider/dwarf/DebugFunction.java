package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.SourcePosition;
import java.util.Objects;
import java.util.Optional;

/**
 * A function, as its compiler described it. Immutable and thread-safe.
 *
 * @param name its name with those of the namespaces, modules and types it is in, separated by
 *     {@code ::}; no parameters
 * @param linkageName its name as linked, the same as the unqualified name where there is no other
 * @param address its first byte in the file's addresses; 0 for one that is only inlined
 * @param size its bytes; 0 if unknown
 * @param source where it is declared
 */
public record DebugFunction(
    String name, String linkageName, long address, long size, Optional<SourcePosition> source) {
  /**
   * Checks the parts.
   *
   * @param address its first byte
   * @param size its bytes
   * @param source where it is declared
   */
  public DebugFunction {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(linkageName, "linkageName");
    Objects.requireNonNull(source, "source");
  }
}
