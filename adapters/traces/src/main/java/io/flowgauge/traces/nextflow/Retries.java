package io.flowgauge.traces.nextflow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/**
 * Separates tasks that share a name by the order of their times: a row can continue only a task
 * that failed before the row was submitted. Takes {@code O(n log n)} for n rows. Not thread-safe.
 */
final class Retries {
  /** Means any number, for rows without attempt numbers. */
  private static final int ANY = 0;

  /** Earlier than any recorded time, but far enough from the smallest long for arithmetic. */
  private static final long FIRST = Long.MIN_VALUE / 2;

  private final Oddities oddities;
  private final List<NextflowTask> tasks = new ArrayList<>();

  /** Failed tasks, ordered by their end. */
  private final PriorityQueue<NextflowTask> failed =
      new PriorityQueue<>(Comparator.comparingLong(Retries::end));

  /**
   * Tasks that failed before the current row was submitted, by the number of their next attempt.
   */
  private final Map<Integer, Deque<NextflowTask>> waiting = new HashMap<>();

  Retries(Oddities oddities) {
    this.oddities = oddities;
  }

  List<NextflowTask> tasksIn(List<TaskRow> sameName) {
    sameName.sort(Comparator.comparingLong(Retries::submit));
    sameName.forEach(this::addRow);
    return tasks;
  }

  private void addRow(TaskRow row) {
    while (!failed.isEmpty() && end(failed.peek()) - TaskTimes.ROUNDING_NANOS <= submit(row)) {
      NextflowTask task = failed.poll();
      waiting.computeIfAbsent(next(task), any -> new ArrayDeque<>()).add(task);
    }
    NextflowTask task = findOrAddTask(row);
    if (row.mayBeRetried()) {
      failed.add(task);
    }
  }

  private NextflowTask findOrAddTask(TaskRow row) {
    int number = row.attempt().orElse(ANY);
    Deque<NextflowTask> candidates = waiting.getOrDefault(number, new ArrayDeque<>());
    if (candidates.size() == 1 && row.status() != TaskStatus.CACHED) {
      return addRetry(candidates.remove(), row);
    }
    if (candidates.size() > 1) {
      oddities.add(Oddity.AMBIGUOUS_RETRY, row.name() + " [" + row.key() + "]");
    }
    NextflowTask task = new NextflowTask(row.attempt().orElse(1), row);
    tasks.add(task);
    return task;
  }

  private NextflowTask addRetry(NextflowTask task, TaskRow row) {
    OptionalInt number = row.attempt();
    if (number.isEmpty()) {
      oddities.add(Oddity.INFERRED_RETRY, row.name() + " [" + row.key() + "]");
    }
    task.add(number.orElse(task.last().number() + 1), row);
    return task;
  }

  private static int next(NextflowTask task) {
    OptionalInt number = task.last().row().attempt();
    return number.isPresent() ? number.getAsInt() + 1 : ANY;
  }

  private static long submit(TaskRow row) {
    return orFirst(row.times().submit());
  }

  private static long end(NextflowTask task) {
    return orFirst(task.last().row().times().complete());
  }

  /** Returns the earliest time for one that was not recorded, so that it excludes nothing. */
  private static long orFirst(OptionalLong time) {
    return time.orElse(FIRST);
  }
}
