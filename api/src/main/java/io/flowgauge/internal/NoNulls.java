package io.flowgauge.internal;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/** Copies arguments to lists, and rejects nulls. Stateless. */
public final class NoNulls {
  private NoNulls() {}

  /**
   * Copies arguments.
   *
   * @param name name of the parameter
   * @throws NullPointerException if it or one of the values is null; the message names that one,
   *     like {@code runs[1]}
   */
  public static <T> List<T> copy(Collection<? extends T> values, String name) {
    int k = 0;
    for (T value : Objects.requireNonNull(values, name)) {
      if (value == null) {
        throw new NullPointerException(name + "[" + k + "]");
      }
      k++;
    }
    return List.copyOf(values);
  }

  /** Copies an array of arguments, like {@link #copy(Collection, String)}. */
  public static <T> List<T> copy(T[] values, String name) {
    return copy(Arrays.asList(Objects.requireNonNull(values, name)), name);
  }
}
