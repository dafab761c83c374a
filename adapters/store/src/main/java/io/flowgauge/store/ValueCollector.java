package io.flowgauge.store;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.QuantityList;
import io.flowgauge.comparison.RunValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Puts the values of many runs together, in as little memory as they need: most runs have the same
 * quantities, and a database gives them in the same order. Not thread-safe.
 */
final class ValueCollector {
  private final Map<Long, Quantity> quantities;
  private final Map<List<Long>, Layout> layouts = new HashMap<>();
  private final Map<QuantityList, QuantityList> lists = new HashMap<>();
  private final Map<Long, Collected> runs = new HashMap<>();
  private Layout last = new Layout(QuantityList.of(List.of()), new long[0], new int[0]);
  private long[] ids = new long[0];
  private double[] values = new double[0];
  private int count;
  private long run;

  /**
   * The order in which the quantities of a run come.
   *
   * @param quantities the quantities in natural order
   * @param ids their numbers as they come
   * @param order for each of them, in natural order, which one it is of those that come
   */
  @SuppressWarnings("ArrayRecordComponent") // It is never compared.
  private record Layout(QuantityList quantities, long[] ids, int[] order) {}

  /** What a run has, as it came. */
  @SuppressWarnings("ArrayRecordComponent") // It is never compared.
  private record Collected(Layout layout, double[] values) {}

  /**
   * Collects nothing yet.
   *
   * @param quantities all quantities by their number
   */
  ValueCollector(Map<Long, Quantity> quantities) {
    this.quantities = quantities;
  }

  /** Takes a value in: fastest if those of a run come one after another. */
  void add(long id, long quantity, double value) {
    if (id != run) {
      endRun();
      run = id;
    }
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count + 16);
      values = Arrays.copyOf(values, ids.length);
    }
    ids[count] = quantity;
    values[count++] = value;
  }

  private void endRun() {
    if (count > 0) {
      if (!Arrays.equals(ids, 0, count, last.ids, 0, last.ids.length)) {
        last = layout(Arrays.copyOf(ids, count));
      }
      runs.merge(run, new Collected(last, Arrays.copyOf(values, count)), this::joined);
      count = 0;
    }
  }

  private Collected joined(Collected one, Collected other) {
    long[] all =
        LongStream.concat(Arrays.stream(one.layout.ids), Arrays.stream(other.layout.ids)).toArray();
    double[] both = Arrays.copyOf(one.values, all.length);
    System.arraycopy(other.values, 0, both, one.values.length, other.values.length);
    return new Collected(layout(all), both);
  }

  private Layout layout(long[] found) {
    return layouts.computeIfAbsent(
        Arrays.stream(found).boxed().toList(),
        key -> {
          List<Quantity> named = key.stream().map(quantities::get).toList();
          QuantityList list = lists.computeIfAbsent(QuantityList.of(named), own -> own);
          int[] order = new int[found.length];
          for (int k = 0; k < found.length; k++) {
            order[list.position(named.get(k))] = k;
          }
          return new Layout(list, found, order);
        });
  }

  /** Gives away what a run has, once everything has been taken in. */
  RunValues of(StoredRun stored) {
    endRun();
    Collected own = runs.remove(stored.id());
    if (own == null) {
      return RunValues.of(stored.name(), stored.sites(), Map.of());
    }
    double[] ordered = new double[own.values.length];
    for (int k = 0; k < ordered.length; k++) {
      ordered[k] = own.values[own.layout.order[k]];
    }
    return RunValues.of(stored.name(), stored.sites(), own.layout.quantities, ordered);
  }
}
