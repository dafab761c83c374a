package io.flowgauge.traces.document;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Looks up enum constants by name; documents name them by the million. Immutable and thread-safe.
 */
final class NamedConstants<E extends Enum<E>> {
  private final Map<String, E> byName;
  private final String expected;

  NamedConstants(E[] constants) {
    byName =
        Arrays.stream(constants)
            .collect(Collectors.toUnmodifiableMap(Enum::name, Function.identity()));
    expected = "one of " + Arrays.toString(constants);
  }

  /** Returns the constant with a name, if there is one. */
  Optional<E> of(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the list of names, for error messages. */
  String expected() {
    return expected;
  }
}
