package io.flowgauge.store;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.QuantityList;
import io.flowgauge.comparison.RunValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Puts the values of many runs together, in as little memory as they need: most runs have the same
 * quantities, and a database gives them in the same order. Not thread-safe.
 */
final class ValueCollector {
  private final Map<List<Long>, long[]> sequences = new HashMap<>();
  private final Map<Long, Collected> runs = new HashMap<>();
  private long[] last = new long[0];
  private long[] ids = new long[0];
  private double[] values = new double[0];
  private int count;
  private long run;

  /** What a run has, as it came: numbers of quantities, and their values. */
  @SuppressWarnings("ArrayRecordComponent") // It is never compared.
  private record Collected(long[] ids, double[] values) {}

  /**
   * How to put into natural order what came in one sequence.
   *
   * @param quantities the quantities in natural order
   * @param order for each of them, which one it is of those that came
   */
  @SuppressWarnings("ArrayRecordComponent") // It is never compared.
  private record Layout(QuantityList quantities, int[] order) {
    RunValues of(StoredRun stored, double[] values) {
      double[] ordered = Arrays.stream(order).mapToDouble(k -> values[k]).toArray();
      return RunValues.of(stored.name(), stored.sites(), quantities, ordered);
    }
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
      if (!Arrays.equals(ids, 0, count, last, 0, last.length)) {
        last = shared(Arrays.copyOf(ids, count));
      }
      runs.merge(run, new Collected(last, Arrays.copyOf(values, count)), this::joined);
      count = 0;
    }
  }

  private long[] shared(long[] sequence) {
    return sequences.computeIfAbsent(Arrays.stream(sequence).boxed().toList(), any -> sequence);
  }

  private Collected joined(Collected one, Collected other) {
    return new Collected(
        shared(LongStream.concat(Arrays.stream(one.ids), Arrays.stream(other.ids)).toArray()),
        DoubleStream.concat(Arrays.stream(one.values), Arrays.stream(other.values)).toArray());
  }

  /**
   * Gives away what runs have, once everything has been taken in.
   *
   * @param quantities all quantities by their number
   */
  Map<Long, RunValues> of(List<StoredRun> stored, Map<Long, Quantity> quantities) {
    endRun();
    IdentityHashMap<long[], Layout> layouts = new IdentityHashMap<>();
    Map<QuantityList, QuantityList> lists = new HashMap<>();
    Map<Long, RunValues> all = new LinkedHashMap<>();
    for (StoredRun each : stored) {
      Collected own = runs.remove(each.id());
      all.put(
          each.id(),
          own == null
              ? RunValues.of(each.name(), each.sites(), Map.of())
              : layouts
                  .computeIfAbsent(own.ids, ids -> layout(ids, quantities, lists))
                  .of(each, own.values));
    }
    return all;
  }

  private static Layout layout(
      long[] ids, Map<Long, Quantity> quantities, Map<QuantityList, QuantityList> lists) {
    List<Quantity> named = Arrays.stream(ids).mapToObj(quantities::get).toList();
    QuantityList list = lists.computeIfAbsent(QuantityList.of(named), own -> own);
    int[] order = new int[ids.length];
    for (int k = 0; k < ids.length; k++) {
      order[list.position(named.get(k))] = k;
    }
    return new Layout(list, order);
  }
}
