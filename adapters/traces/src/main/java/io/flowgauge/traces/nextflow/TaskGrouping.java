package io.flowgauge.traces.nextflow;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds which rows are attempts of one task, and gives each task an id.
 *
 * <p>Nextflow has no id for a task over its attempts: each attempt has a task id of its own, and
 * the same name. Rows of one name with distinct attempt numbers are one task. Where numbers are
 * missing or repeat, several tasks share the name, and a row continues the one failed task that had
 * ended before it was submitted; with none or several such tasks it is a task of its own.
 *
 * <p>The id of a task is its name; where several tasks share a name it is {@code name [task_id]}
 * with the task id of the first attempt.
 */
final class TaskGrouping {
  private final Oddities oddities;
  private final Map<String, List<TaskRow>> rowsOf = new LinkedHashMap<>();
  private final Map<String, TaskRow> firstOfKey = new HashMap<>();
  private final Set<TaskRow> furtherOfKey = new HashSet<>();

  TaskGrouping(Oddities oddities) {
    this.oddities = oddities;
  }

  /** Takes one more row; a row that was there before is dropped. */
  void add(TaskRow row) {
    // Without anything that tells tasks apart, equal rows may well be different tasks.
    if (!row.key().isEmpty() && isRepeated(row)) {
      oddities.add(Oddity.REPEATED_ROW, row.task().name());
      return;
    }
    rowsOf.computeIfAbsent(row.task().name(), any -> new ArrayList<>(1)).add(row);
  }

  private boolean isRepeated(TaskRow row) {
    TaskRow first = firstOfKey.putIfAbsent(row.key(), row);
    if (first == null) {
      return false;
    }
    if (first.equals(row) || !furtherOfKey.add(row)) {
      return true;
    }
    oddities.add(Oddity.REPEATED_TASK_ID, row.key() + ", " + row.task().name());
    return false;
  }

  /** The tasks, in order of the first row of their name. */
  List<NextflowTask> tasks() {
    firstOfKey.clear();
    furtherOfKey.clear();
    Map<String, Collection<NextflowTask>> tasksOf = new LinkedHashMap<>();
    rowsOf.forEach((name, sameName) -> tasksOf.put(name, tasksIn(sameName)));
    rowsOf.clear();
    return withIds(tasksOf);
  }

  private List<NextflowTask> tasksIn(List<TaskRow> sameName) {
    if (sameName.size() > 1 && !haveDistinctAttempts(sameName)) {
      return new Retries(oddities).tasksIn(sameName);
    }
    sameName.sort(Comparator.comparingInt(row -> row.attempt().orElse(1)));
    NextflowTask task = null;
    for (TaskRow row : sameName) {
      int number = row.attempt().orElse(1);
      if (task == null) {
        task = new NextflowTask(number, row);
      } else {
        task.add(number, row);
      }
    }
    return List.of(task);
  }

  private static boolean haveDistinctAttempts(List<TaskRow> sameName) {
    Set<Integer> numbers = new HashSet<>();
    return sameName.stream()
        .allMatch(row -> row.attempt().isPresent() && numbers.add(row.attempt().getAsInt()));
  }

  /** Gives names to tasks that have theirs alone first, so that no other takes them away. */
  private List<NextflowTask> withIds(Map<String, Collection<NextflowTask>> tasksOf) {
    Set<String> used = new HashSet<>();
    List<NextflowTask> all = new ArrayList<>();
    tasksOf.forEach(
        (name, tasks) -> {
          all.addAll(tasks);
          if (tasks.size() == 1) {
            tasks.forEach(task -> task.id(name));
            used.add(name);
          }
        });
    Map<String, Integer> copies = new HashMap<>();
    tasksOf.forEach(
        (name, tasks) -> {
          if (tasks.size() > 1) {
            oddities.add(Oddity.SHARED_NAME, name);
            tasks.forEach(task -> task.id(unique(name, task, copies, used)));
          }
        });
    return all;
  }

  private static String unique(
      String name, NextflowTask task, Map<String, Integer> copies, Set<String> used) {
    String key = task.first().key();
    String base = key.isEmpty() ? name : name + " [" + key + "]";
    String id = key.isEmpty() ? next(base, copies) : base;
    while (!used.add(id)) {
      id = next(base, copies);
    }
    return id;
  }

  private static String next(String base, Map<String, Integer> copies) {
    return base + " #" + copies.merge(base, 1, Integer::sum);
  }
}
