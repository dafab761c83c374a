package io.flowgauge.report.json;

import io.flowgauge.analysis.SynchronizationDelay;
import io.flowgauge.workflow.Workflow;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Groups synchronization delays by successor. They arrive by predecessor, and there may be
 * millions, so it uses plain columns and a counting sort instead of maps. Not thread-safe while it
 * is filled.
 */
final class DelayTable {
  private final Workflow workflow;
  private int[] from;
  private int[] to;
  private double[] seconds;
  private int size;
  private int startedStandsIn;
  private int open;

  /** Reads all delays of a run. */
  DelayTable(Workflow workflow, Stream<SynchronizationDelay> delays) {
    this.workflow = workflow;
    int expected = workflow.dependencyCount();
    from = new int[expected];
    to = new int[expected];
    seconds = new double[expected];
    try (delays) {
      delays.forEachOrdered(this::add);
    }
  }

  private void add(SynchronizationDelay delay) {
    if (size == from.length) {
      grow(Math.max(16, size * 2));
    }
    from[size] = workflow.indexOf(delay.dependency().from());
    to[size] = workflow.indexOf(delay.dependency().to());
    seconds[size++] = delay.seconds();
    startedStandsIn += delay.startedStandsIn() ? 1 : 0;
    open += delay.open() ? 1 : 0;
  }

  private void grow(int capacity) {
    from = Arrays.copyOf(from, capacity);
    to = Arrays.copyOf(to, capacity);
    seconds = Arrays.copyOf(seconds, capacity);
  }

  /** Returns the number of delays that end at a STARTED because SUBMITTED was not recorded. */
  int startedStandsIn() {
    return startedStandsIn;
  }

  /** Returns the number of delays that have not ended yet. */
  int open() {
    return open;
  }

  /** Returns the positions of all delays, ordered by successor, then by arrival. */
  int[] bySuccessor() {
    int[] place = new int[workflow.activityCount() + 1];
    for (int k = 0; k < size; k++) {
      place[to[k] + 1]++;
    }
    for (int a = 1; a < place.length; a++) {
      place[a] += place[a - 1];
    }
    int[] sorted = new int[size];
    for (int k = 0; k < size; k++) {
      sorted[place[to[k]]++] = k;
    }
    return sorted;
  }

  int successor(int position) {
    return to[position];
  }

  String successorId(int position) {
    return workflow.activity(to[position]).id();
  }

  String predecessorId(int position) {
    return workflow.activity(from[position]).id();
  }

  double seconds(int position) {
    return seconds[position];
  }
}
