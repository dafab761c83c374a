package io.flowgauge.probabilistic.reduction;

import java.util.Arrays;

/** Numbers as a key of a map. Immutable as long as nobody writes to the array; thread-safe. */
public final class Ints {
  private final int[] values;

  /**
   * A key.
   *
   * @param values the numbers; not copied
   */
  public Ints(int[] values) {
    this.values = values;
  }

  /** The numbers: not to be written to. */
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
