package io.flowgauge.store;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.QuantityList;
import io.flowgauge.comparison.RunValues;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Collects the values of many runs in little memory: most runs have the same quantities, and a
 * database returns them in the same order, so runs share one array of quantity numbers. Not
 * thread-safe.
 */
final class ValueCollector {
  private static final int BLOCK = 1 << 17;

  private final List<StoredRun> stored;
  private final long[] runs;
  private final Collected[] collected;
  private final Map<List<Long>, long[]> sequences = new HashMap<>();
  private long[] last = new long[0];

  /**
   * The run whose values are being added: its number, position, quantities, and place in the block.
   */
  private long run = Long.MIN_VALUE;

  private int position = -1;
  private long[] ids = new long[0];
  private double[] block = new double[0];
  private int start;
  private int end;

  /** Numbers of a run's quantities, and their values, in the order in which they were added. */
  @SuppressWarnings("ArrayRecordComponent") // It is never compared.
  private record Collected(long[] ids, DoubleBuffer values) {}

  /**
   * How to put the values that were added in one sequence of quantities into natural order.
   *
   * @param quantities the quantities in natural order
   * @param order for each of them, its position in the sequence
   * @param isNatural whether the sequence already is in natural order
   */
  @SuppressWarnings("ArrayRecordComponent") // It is never compared.
  private record Layout(QuantityList quantities, int[] order, boolean isNatural) {
    RunValues of(StoredRun stored, DoubleBuffer values) {
      return RunValues.of(
          stored.name(), stored.sites(), quantities, isNatural ? values : ordered(values));
    }

    private DoubleBuffer ordered(DoubleBuffer values) {
      return DoubleBuffer.wrap(
          Arrays.stream(order).mapToDouble(k -> values.get(values.position() + k)).toArray());
    }
  }

  /**
   * Creates a collector without values.
   *
   * @param stored the runs whose values to collect, by ascending number
   */
  ValueCollector(List<StoredRun> stored) {
    this.stored = stored;
    this.runs = stored.stream().mapToLong(StoredRun::id).toArray();
    this.collected = new Collected[runs.length];
  }

  /**
   * Adds a value, or ignores it if its run is not among those to collect. Fastest if runs come in
   * order, each with its values one after another.
   */
  void add(long id, long quantity, double value) {
    if (id != run) {
      endRun();
      begin(id);
    }
    if (position >= 0) {
      if (end - start == ids.length) {
        ids = Arrays.copyOf(ids, 2 * ids.length + 16);
      }
      if (end == block.length) {
        moveToNewBlock();
      }
      ids[end - start] = quantity;
      block[end++] = value;
    }
  }

  private void begin(long id) {
    run = id;
    int next = Math.max(0, position + 1);
    position = next < runs.length && runs[next] == id ? next : Arrays.binarySearch(runs, id);
  }

  private void moveToNewBlock() {
    int count = end - start;
    double[] next = new double[Math.max(BLOCK, 2 * count)];
    System.arraycopy(block, start, next, 0, count);
    block = next;
    start = 0;
    end = count;
  }

  private void endRun() {
    int count = end - start;
    if (count > 0) {
      if (!Arrays.equals(ids, 0, count, last, 0, last.length)) {
        last = intern(Arrays.copyOf(ids, count));
      }
      Collected own = new Collected(last, DoubleBuffer.wrap(block, start, count));
      Collected earlier = collected[position];
      collected[position] = earlier == null ? own : joined(earlier, own);
      start = end;
    }
  }

  private long[] intern(long[] sequence) {
    return sequences.computeIfAbsent(boxed(sequence), any -> sequence);
  }

  private static List<Long> boxed(long[] sequence) {
    return Arrays.stream(sequence).boxed().toList();
  }

  private Collected joined(Collected one, Collected other) {
    long[] all =
        intern(LongStream.concat(Arrays.stream(one.ids), Arrays.stream(other.ids)).toArray());
    DoubleBuffer values = DoubleBuffer.allocate(all.length);
    values.put(one.values.duplicate()).put(other.values.duplicate());
    return new Collected(all, values.flip());
  }

  /** Returns some runs that together have all quantities. Call this after the last value. */
  Set<Long> examples() {
    endRun();
    Set<Long> examples = new TreeSet<>();
    Set<long[]> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Set<Long> known = new HashSet<>();
    for (int k = 0; k < runs.length; k++) {
      Collected own = collected[k];
      if (own != null && seen.add(own.ids) && known.addAll(boxed(own.ids))) {
        examples.add(runs[k]);
      }
    }
    return examples;
  }

  /**
   * Returns the runs with their values. Call this after the last value.
   *
   * @param quantities all quantities by their number
   */
  List<StoredValues> of(Map<Long, Quantity> quantities) {
    endRun();
    IdentityHashMap<long[], Layout> layouts = new IdentityHashMap<>();
    Map<QuantityList, QuantityList> lists = new HashMap<>();
    List<StoredValues> all = new ArrayList<>();
    for (int k = 0; k < collected.length; k++) {
      StoredRun each = stored.get(k);
      Collected own = collected[k];
      RunValues values =
          own == null
              ? RunValues.of(each.name(), each.sites(), Map.of())
              : layouts
                  .computeIfAbsent(own.ids, ids -> layout(ids, quantities, lists))
                  .of(each, own.values);
      all.add(new StoredValues(each, values));
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
    return new Layout(list, order, named.equals(list.quantities()));
  }
}
