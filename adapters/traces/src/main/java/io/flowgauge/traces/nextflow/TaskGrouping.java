package io.flowgauge.traces.nextflow;

import io.flowgauge.model.core.Columns;
import io.flowgauge.model.core.IdIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  private final PackedTaskRows rows = new PackedTaskRows();

  /** By name the number of its first row. */
  private int[] first = new int[16];

  /** By name that has more than one row their numbers. */
  private final Map<Integer, List<Integer>> sameName = new HashMap<>();

  private final IdIndex keys = new IdIndex();

  /** By key the number of its first row. */
  private int[] firstOfKey = new int[16];

  private final Set<TaskRow> furtherOfKey = new HashSet<>();

  TaskGrouping(Oddities oddities) {
    this.oddities = oddities;
  }

  /** Takes one more row; a row that was there before is dropped. */
  void add(TaskRow row) {
    // Without anything that distinguishes tasks, equal rows may well be different tasks.
    String key = row.key();
    if (!key.isEmpty() && isRepeated(key, row)) {
      oddities.add(Oddity.REPEATED_ROW, row.name());
      return;
    }
    int number = rows.size();
    int names = rows.names().size();
    int name = rows.add(row);
    if (name == names) {
      first = Columns.room(first, name);
      first[name] = number;
    } else {
      sameName.computeIfAbsent(name, any -> new ArrayList<>(List.of(first[name]))).add(number);
    }
  }

  private boolean isRepeated(String key, TaskRow row) {
    int known = keys.of(key);
    if (known == IdIndex.NONE) {
      int added = keys.add(key);
      firstOfKey = Columns.room(firstOfKey, added);
      firstOfKey[added] = rows.size(); // Where it is going to be.
      return false;
    }
    if (rows.get(firstOfKey[known]).equals(row) || !furtherOfKey.add(row)) {
      return true;
    }
    oddities.add(Oddity.REPEATED_TASK_ID, key + ", " + row.name());
    return false;
  }

  /** The tasks, in order of the first row of their name; no row is added after that. */
  List<NextflowTask> tasks() {
    int names = rows.names().size();
    List<NextflowTask> all = new ArrayList<>(names);
    Map<String, List<NextflowTask>> sharing = new LinkedHashMap<>();
    for (int name = 0; name < names; name++) {
      List<Integer> several = sameName.get(name);
      if (several == null) {
        all.add(new NextflowTask(rows, first[name]));
        continue;
      }
      List<NextflowTask> tasks =
          tasksIn(several.stream().map(rows::get).collect(Collectors.toCollection(ArrayList::new)));
      all.addAll(tasks);
      if (tasks.size() > 1) {
        sharing.put(rows.names().id(name), tasks);
      }
    }
    giveIds(sharing);
    return all;
  }

  private List<NextflowTask> tasksIn(List<TaskRow> sameName) {
    if (!haveDistinctAttempts(sameName)) {
      return new Retries(oddities).tasksIn(sameName);
    }
    sameName.sort(Comparator.comparingInt(TaskRow::number));
    NextflowTask task = new NextflowTask(sameName.get(0).number(), sameName.get(0));
    for (TaskRow row : sameName.subList(1, sameName.size())) {
      task.add(row.number(), row);
    }
    return List.of(task);
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
    return rows.names().of(name) != IdIndex.NONE && !sharing.containsKey(name);
  }

  private static String next(String base, Map<String, Integer> copies) {
    return base + " #" + copies.merge(base, 1, Integer::sum);
  }
}
