package io.flowgauge.model.core;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Activities in columns. An {@link Activity} object is made only on request, because garbage
 * collections of a large run would otherwise visit each object repeatedly. The caller guards
 * writes; any thread may read a {@link #copy} that is not written to.
 */
final class ActivityColumns {
  private static final int UNDECLARED = 0;

  /** Code of an activity whose type is its id. */
  private static final int OWN = 1;

  /** Code of the type with index 0. */
  private static final int FIRST = 2;

  private final IdIndex ids;
  private final IdIndex types;
  private final BitSet transfers;

  /**
   * By activity; like {@link #iterations}, stays empty until the first value is recorded: most runs
   * have none.
   */
  private final List<Map<String, String>> attributes;

  private int[] iterations;
  private int[] codes;

  /** Creates columns without activities. */
  ActivityColumns(IdIndex ids) {
    this(ids, new IdIndex(), new BitSet(), new ArrayList<>(0), new int[0], new int[0]);
  }

  private ActivityColumns(
      IdIndex ids,
      IdIndex types,
      BitSet transfers,
      List<Map<String, String>> attributes,
      int[] iterations,
      int[] codes) {
    this.ids = ids;
    this.types = types;
    this.transfers = transfers;
    this.attributes = attributes;
    this.iterations = iterations;
    this.codes = codes;
  }

  /** Returns a copy of the first activities, which later calls do not change. */
  ActivityColumns copy(int count) {
    return new ActivityColumns(
        ids,
        types,
        (BitSet) transfers.clone(),
        new ArrayList<>(attributes),
        iterations.clone(),
        Arrays.copyOf(codes, count));
  }

  /** Replaces what is known of an activity by its declaration. */
  void put(int index, Activity activity) {
    codes = Columns.room(codes, index);
    codes[index] = code(activity);
    transfers.set(index, activity.kind() == ActivityKind.TRANSFER);
    if (index < iterations.length || activity.iteration().isPresent()) {
      iterations = Columns.room(iterations, index);
      iterations[index] = activity.iteration().orElse(0);
    }
    if (index < attributes.size() || !activity.attributes().isEmpty()) {
      while (attributes.size() <= index) {
        attributes.add(Map.of());
      }
      attributes.set(index, activity.attributes());
    }
  }

  private int code(Activity activity) {
    if (activity.type().equals(activity.id())) {
      return OWN;
    }
    return FIRST + types.index(activity.type());
  }

  /** Number of activities; only valid for a copy. */
  int count() {
    return codes.length;
  }

  /** Whether an activity was ever put. */
  boolean isDeclared(int index) {
    return index < codes.length && codes[index] != UNDECLARED;
  }

  /** The index of an id, or {@link IdIndex#NONE}. */
  int indexOf(String id) {
    int index = ids.of(id);
    return index < codes.length ? index : IdIndex.NONE;
  }

  String id(int index) {
    return ids.id(index);
  }

  boolean isTransfer(int index) {
    return transfers.get(index);
  }

  /**
   * Returns an activity; an undeclared one has its id as type, and is a computation unless known to
   * transfer data.
   */
  Activity get(int index) {
    String id = ids.id(index);
    Activity plain = Activity.of(id, type(index, id), kind(index));
    int iteration = index < iterations.length ? iterations[index] : 0;
    Activity iterated = iteration == 0 ? plain : plain.withIteration(iteration);
    return index < attributes.size() && !attributes.get(index).isEmpty()
        ? iterated.withAttributes(attributes.get(index))
        : iterated;
  }

  private String type(int index, String id) {
    int code = isDeclared(index) ? codes[index] : OWN;
    return code == OWN ? id : types.id(code - FIRST);
  }

  private ActivityKind kind(int index) {
    return isTransfer(index) ? ActivityKind.TRANSFER : ActivityKind.COMPUTE;
  }
}
