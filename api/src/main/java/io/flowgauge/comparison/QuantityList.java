package io.flowgauge.comparison;

import io.flowgauge.internal.NoNulls;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Quantities in natural order, each with a position. Runs that have the same quantities share one
 * list, so that thousands of runs need little memory beyond their numbers. Immutable and
 * thread-safe.
 */
public final class QuantityList {
  private final List<Quantity> quantities;
  private final Map<Quantity, Integer> positions;

  private QuantityList(List<Quantity> quantities) {
    this.quantities = quantities;
    this.positions = new HashMap<>(2 * quantities.size());
    for (Quantity quantity : quantities) {
      positions.put(quantity, positions.size());
    }
  }

  /**
   * A list of quantities.
   *
   * @param quantities quantities in any order; duplicates count once
   * @return the list
   */
  public static QuantityList of(Collection<Quantity> quantities) {
    return new QuantityList(List.copyOf(new TreeSet<>(NoNulls.copy(quantities, "quantities"))));
  }

  /**
   * The quantities.
   *
   * @return each once, in natural order
   */
  public List<Quantity> quantities() {
    return quantities;
  }

  /**
   * Where a quantity is.
   *
   * @param quantity the quantity
   * @return its position, counted from 0, or -1 if it is not in the list
   */
  public int position(Quantity quantity) {
    return positions.getOrDefault(quantity, -1);
  }

  /**
   * How many there are.
   *
   * @return 0 or more
   */
  public int size() {
    return quantities.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QuantityList that && quantities.equals(that.quantities);
  }

  @Override
  public int hashCode() {
    return quantities.hashCode();
  }

  @Override
  public String toString() {
    return quantities.toString();
  }
}
