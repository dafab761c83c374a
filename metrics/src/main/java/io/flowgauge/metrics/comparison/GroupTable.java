package io.flowgauge.metrics.comparison;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.QuantityList;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of the runs of a group by quantity. They are collected for several quantities at a
 * time, because going through a hundred thousand runs for each quantity would mostly wait for
 * memory. Not thread-safe until all were collected.
 */
final class GroupTable {
  private static final int UNKNOWN = -1;
  private static final int NOTHING = -2;

  /** Number of runs from which a column is filled at once, so that memory keeps up. */
  private static final int AT_ONCE = 64;

  private final RunGroup group;
  private final List<Quantity> quantities;
  private final RunValues[] runs;

  /**
   * For each run, the positions of the quantities in its list; shared by runs with the same list.
   */
  private final int[][] positions;

  private final Map<Quantity, GroupValues> values = new HashMap<>();

  /**
   * Prepares the table.
   *
   * @param quantities the quantities of the runs of all groups
   */
  GroupTable(RunGroup group, List<Quantity> quantities) {
    this.group = group;
    this.quantities = quantities;
    this.runs = group.runs().toArray(RunValues[]::new);
    IdentityHashMap<QuantityList, int[]> known = new IdentityHashMap<>();
    this.positions =
        Arrays.stream(runs)
            .map(run -> known.computeIfAbsent(run.quantities(), this::positions))
            .toArray(int[][]::new);
  }

  /**
   * Returns the position of each quantity in a list. The classes of a critical path make up all of
   * it, so a class that is missing from a list has the value 0.
   */
  private int[] positions(QuantityList list) {
    boolean hasPath = list.quantities().stream().anyMatch(GroupTable::isOfPath);
    return quantities.stream()
        .mapToInt(
            quantity -> {
              int position = list.position(quantity);
              int missing = hasPath && isOfPath(quantity) ? NOTHING : UNKNOWN;
              return position < 0 ? missing : position;
            })
        .toArray();
  }

  private static boolean isOfPath(Quantity quantity) {
    return quantity.kind() == Quantity.Kind.CRITICAL_PATH;
  }

  /**
   * Collects the values of some quantities.
   *
   * @param from position of the first quantity
   * @param to position after the last quantity
   * @return the values of each quantity; empty if no run has it
   */
  List<Optional<SortedValues>> columns(int from, int to) {
    double[][] columns = new double[to - from][runs.length];
    int[] counts = new int[to - from];
    for (int begin = 0; begin < runs.length; begin += AT_ONCE) {
      for (int q = from; q < to; q++) {
        counts[q - from] = fill(columns[q - from], counts[q - from], q, begin);
      }
    }
    List<Optional<SortedValues>> all = new ArrayList<>();
    for (int q = from; q < to; q++) {
      all.add(column(quantities.get(q), columns[q - from], counts[q - from]));
    }
    return all;
  }

  /**
   * Appends the values of up to {@link #AT_ONCE} runs to a column, and returns how many values it
   * then has.
   *
   * @param begin position of the first run
   */
  private int fill(double[] column, int count, int quantity, int begin) {
    int filled = count;
    int end = Math.min(begin + AT_ONCE, runs.length);
    for (int k = begin; k < end; k++) {
      int position = positions[k][quantity];
      if (position != UNKNOWN) {
        column[filled++] = position == NOTHING ? 0 : runs[k].valueAt(position);
      }
    }
    return filled;
  }

  private Optional<SortedValues> column(Quantity quantity, double[] column, int count) {
    if (count == 0) {
      return Optional.empty();
    }
    double[] own = count == column.length ? column : Arrays.copyOf(column, count);
    SortedValues sorted = SortedValues.of(own, runs.length);
    values.put(quantity, sorted.moments());
    return Optional.of(sorted);
  }

  RunGroup group() {
    return group;
  }

  /** The values of a quantity; empty if no run has it. */
  Optional<GroupValues> of(Quantity quantity) {
    return Optional.ofNullable(values.get(quantity));
  }
}
