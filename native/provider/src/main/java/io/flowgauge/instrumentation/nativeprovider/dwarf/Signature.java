package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.util.List;
import java.util.Optional;

/**
 * What a function is called with, and what it returns. Immutable.
 *
 * @param result empty if it returns nothing
 * @param parameters in order; of a method, the object is the first
 * @param isOpen whether there may be more of them
 */
public record Signature(Optional<Type> result, List<Type> parameters, boolean isOpen) {
  /**
   * A type.
   *
   * @param kind what it holds
   * @param size bytes, 0 if unknown
   */
  public record Type(Kind kind, long size) {}
}
