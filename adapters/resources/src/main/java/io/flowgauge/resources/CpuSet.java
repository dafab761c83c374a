package io.flowgauge.resources;

import java.util.BitSet;

/** Processors that a thread may use. Immutable. */
final class CpuSet {
  private static final int MOST = 1 << 16;

  private final BitSet numbers;

  private CpuSet(BitSet numbers) {
    this.numbers = numbers;
  }

  static CpuSet of(BitSet numbers) {
    return new CpuSet((BitSet) numbers.clone());
  }

  /** Reads the rest of a line such as {@code 0-3,7}; empty if it is malformed. */
  static CpuSet parse(String list) {
    BitSet numbers = new BitSet();
    for (String part : list.strip().split(",", -1)) {
      String[] ends = part.strip().split("-", 2);
      try {
        int from = Integer.parseInt(ends[0]);
        int to = ends.length == 1 ? from : Integer.parseInt(ends[1]);
        numbers.set(from, Math.min(to, MOST) + 1);
      } catch (NumberFormatException | IndexOutOfBoundsException e) {
        return new CpuSet(new BitSet());
      }
    }
    return new CpuSet(numbers);
  }

  boolean isEmpty() {
    return numbers.isEmpty();
  }

  int count() {
    return numbers.cardinality();
  }

  boolean contains(int cpu) {
    return numbers.get(cpu);
  }

  CpuSet and(CpuSet other) {
    BitSet both = (BitSet) numbers.clone();
    both.and(other.numbers);
    return new CpuSet(both);
  }

  /** Returns the numbers in the form that {@link #parse} reads. */
  String list() {
    StringBuilder list = new StringBuilder();
    int from = numbers.nextSetBit(0);
    while (from >= 0) {
      int to = numbers.nextClearBit(from) - 1;
      list.append(list.isEmpty() ? "" : ",").append(from).append(to > from ? "-" + to : "");
      from = numbers.nextSetBit(to + 1);
    }
    return list.toString();
  }

  /** Returns the share of these processors that is also in another set; 0 if this set is empty. */
  double shareIn(CpuSet others) {
    return isEmpty() ? 0 : (double) and(others).count() / count();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CpuSet that && numbers.equals(that.numbers);
  }

  @Override
  public int hashCode() {
    return numbers.hashCode();
  }

  @Override
  public String toString() {
    return "CpuSet" + numbers;
  }
}
