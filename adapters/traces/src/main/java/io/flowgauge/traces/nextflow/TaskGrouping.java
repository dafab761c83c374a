package io.flowgauge.traces.nextflow;

import io.flowgauge.traces.table.TextIndex;
import java.util.ArrayList;
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

  /** The first row of each name, in order. */
  private final List<TaskRow> first = new ArrayList<>();

  private final TextIndex<TaskRow> byName = new TextIndex<>(TaskRow::name);

  /** All rows of the names that have more than one. */
  private final Map<String, List<TaskRow>> sameName = new HashMap<>();

  private final TextIndex<TaskRow> byKey = new TextIndex<>(TaskRow::key);
  private final Set<TaskRow> furtherOfKey = new HashSet<>();

  TaskGrouping(Oddities oddities) {
    this.oddities = oddities;
  }

  /** Takes one more row; a row that was there before is dropped. */
  void add(TaskRow row) {
    // Without anything that tells tasks apart, equal rows may well be different tasks.
    String key = row.key();
    if (!key.isEmpty() && isRepeated(key, row)) {
      oddities.add(Oddity.REPEATED_ROW, row.name());
      return;
    }
    TaskRow earlier = byName.putIfAbsent(row.name(), row);
    if (earlier == null) {
      first.add(row);
    } else {
      sameName.computeIfAbsent(row.name(), any -> new ArrayList<>(List.of(earlier))).add(row);
    }
  }

  private boolean isRepeated(String key, TaskRow row) {
    TaskRow earlier = byKey.putIfAbsent(key, row);
    if (earlier == null) {
      return false;
    }
    if (earlier.equals(row) || !furtherOfKey.add(row)) {
      return true;
    }
    oddities.add(Oddity.REPEATED_TASK_ID, key + ", " + row.name());
    return false;
  }

  /** The tasks, in order of the first row of their name; no row is added after that. */
  List<NextflowTask> tasks() {
    List<NextflowTask> all = new ArrayList<>(first.size());
    Map<String, List<NextflowTask>> sharing = new LinkedHashMap<>();
    for (TaskRow row : first) {
      List<NextflowTask> tasks = tasksIn(sameName.getOrDefault(row.name(), List.of(row)));
      all.addAll(tasks);
      if (tasks.size() == 1) {
        tasks.get(0).id(row.name());
      } else {
        sharing.put(row.name(), tasks);
      }
    }
    giveIds(sharing);
    return all;
  }

  private List<NextflowTask> tasksIn(List<TaskRow> sameName) {
    if (sameName.size() > 1 && !haveDistinctAttempts(sameName)) {
      return new Retries(oddities).tasksIn(sameName);
    }
    if (sameName.size() > 1) {
      sameName.sort(Comparator.comparingInt(TaskRow::number));
    }
    TaskRow first = sameName.get(0);
    NextflowTask task = new NextflowTask(numberOf(first), first);
    for (int k = 1; k < sameName.size(); k++) {
      task.add(numberOf(sameName.get(k)), sameName.get(k));
    }
    return List.of(task);
  }

  private static int numberOf(TaskRow row) {
    return row.attempt().orElse(1);
  }

  private static boolean haveDistinctAttempts(List<TaskRow> sameName) {
    Set<Integer> numbers = new HashSet<>();
    return sameName.stream()
        .allMatch(row -> row.attempt().isPresent() && numbers.add(row.attempt().getAsInt()));
  }

  /** Gives ids to tasks that share names; none takes away that of a task alone. */
  private void giveIds(Map<String, List<NextflowTask>> sharing) {
    Set<String> given = new HashSet<>();
    Map<String, Integer> copies = new HashMap<>();
    sharing.forEach(
        (name, tasks) -> {
          oddities.add(Oddity.SHARED_NAME, name);
          for (NextflowTask task : tasks) {
            String key = task.first().key();
            String base = key.isEmpty() ? name : name + " [" + key + "]";
            String id = key.isEmpty() ? next(base, copies) : base;
            while (isAlone(id, sharing) || !given.add(id)) {
              id = next(base, copies);
            }
            task.id(id);
          }
        });
  }

  private boolean isAlone(String name, Map<String, List<NextflowTask>> sharing) {
    return byName.get(name) != null && !sharing.containsKey(name);
  }

  private static String next(String base, Map<String, Integer> copies) {
    return base + " #" + copies.merge(base, 1, Integer::sum);
  }
}
