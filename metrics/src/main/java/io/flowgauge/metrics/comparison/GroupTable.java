package io.flowgauge.metrics.comparison;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.QuantityList;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The values of the runs of a group by quantity, brought together at once: reading each quantity of
 * a hundred thousand runs by itself would wait for memory most of the time. Immutable.
 */
final class GroupTable {
  private static final int UNKNOWN = -1;
  private static final int NOTHING = -2;

  private final RunGroup group;
  private final Map<Quantity, GroupValues> values = new HashMap<>();

  /**
   * Brings values together.
   *
   * @param quantities those that the runs of any group have
   */
  GroupTable(RunGroup group, List<Quantity> quantities) {
    this.group = group;
    IdentityHashMap<QuantityList, int[]> positions = new IdentityHashMap<>();
    int[] counts = new int[quantities.size()];
    for (RunValues run : group.runs()) {
      int[] own = positions.computeIfAbsent(run.quantities(), list -> positions(list, quantities));
      for (int q = 0; q < counts.length; q++) {
        counts[q] += own[q] == UNKNOWN ? 0 : 1;
      }
    }
    double[][] columns = new double[counts.length][];
    for (int q = 0; q < counts.length; q++) {
      columns[q] = new double[counts[q]];
      counts[q] = 0;
    }
    for (RunValues run : group.runs()) {
      int[] own = positions.get(run.quantities());
      for (int q = 0; q < counts.length; q++) {
        if (own[q] != UNKNOWN) {
          columns[q][counts[q]++] = own[q] == NOTHING ? 0 : run.valueAt(own[q]);
        }
      }
    }
    for (int q = 0; q < counts.length; q++) {
      if (counts[q] > 0) {
        values.put(quantities.get(q), new GroupValues(columns[q], group.runs().size()));
      }
    }
  }

  /** The classes of a critical path make up all of it: one that is not there got nothing. */
  private static int[] positions(QuantityList list, List<Quantity> quantities) {
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

  RunGroup group() {
    return group;
  }

  /** Empty if no run has it. */
  Optional<GroupValues> of(Quantity quantity) {
    return Optional.ofNullable(values.get(quantity));
  }
}
