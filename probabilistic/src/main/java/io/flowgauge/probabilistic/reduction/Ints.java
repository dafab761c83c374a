package io.flowgauge.probabilistic.reduction;

import java.util.Arrays;

/** Numbers as a key of a map. Immutable and thread-safe as long as nobody writes to the array. */
public final class Ints {
  private final int[] values;

  /**
   * Creates a key.
   *
   * @param values the numbers; not copied
   */
  public Ints(int[] values) {
    this.values = values;
  }

  /** Returns the numbers. Callers must not modify the array. */
  public int[] values() {
    return values;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ints that && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
