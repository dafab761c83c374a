package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.util.List;
import java.util.Optional;

/**
 * The parameter types and the result type of a function. Immutable.
 *
 * @param result empty if it returns nothing
 * @param parameters in order; for a method, the object comes first
 * @param isVariadic whether further arguments may follow
 */
public record Signature(Optional<Type> result, List<Type> parameters, boolean isVariadic) {
  /**
   * A type.
   *
   * @param kind the kind of its values
   * @param size size in bytes; 0 if unknown
   */
  public record Type(Kind kind, long size) {}
}
