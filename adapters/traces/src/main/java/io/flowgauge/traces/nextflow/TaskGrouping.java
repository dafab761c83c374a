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
 * Groups rows that are attempts of one task, and gives each task an id.
 *
 * <p>Nextflow has no id for a task across its attempts: each attempt has a task id of its own, and
 * the same name. Rows of one name with distinct attempt numbers are one task. If numbers are
 * missing or repeat, several tasks share the name, and a row continues the one failed task that had
 * ended before it was submitted; if there is no such task or several, the row is a task of its own.
 *
 * <p>The id of a task is its name; if several tasks share a name it is {@code name [task_id]} with
 * the task id of the first attempt.
 */
final class TaskGrouping {
  private final Oddities oddities;

  private final PackedTaskRows rows = new PackedTaskRows();

  /** Number of the first row of each name. */
  private int[] first = new int[16];

  /** Numbers of all rows of each name that has more than one. */
  private final Map<Integer, List<Integer>> sameName = new HashMap<>();

  private final KeyRows firstOfKey = new KeyRows();
  private final Set<TaskRow> furtherOfKey = new HashSet<>();

  TaskGrouping(Oddities oddities) {
    this.oddities = oddities;
  }

  /** Adds a row, unless it repeats an earlier one. */
  void add(TaskRow row) {
    // Without anything that distinguishes tasks, equal rows may belong to different tasks.
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
    int known = firstOfKey.putIfAbsent(key, rows.size());
    if (known == KeyRows.NONE) {
      return false;
    }
    if (rows.get(known).equals(row) || !furtherOfKey.add(row)) {
      return true;
    }
    oddities.add(Oddity.REPEATED_TASK_ID, key + ", " + row.name());
    return false;
  }

  /** Returns the tasks, in order of the first row of their name; no row may be added afterwards. */
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

  /** Gives ids to tasks that share names, without using the name of any other task. */
  private void giveIds(Map<String, List<NextflowTask>> sharing) {
    Set<String> given = new HashSet<>();
    Map<String, Integer> copies = new HashMap<>();
    sharing.forEach(
        (name, tasks) -> {
          oddities.add(Oddity.SHARED_NAME, name);
          for (NextflowTask task : tasks) {
            String key = task.first().key();
            String base = key.isEmpty() ? name : name + " [" + key + "]";
            String id = key.isEmpty() ? nextCopyId(base, copies) : base;
            while (isAlone(id, sharing) || !given.add(id)) {
              id = nextCopyId(base, copies);
            }
            task.id(id);
          }
        });
  }

  private boolean isAlone(String name, Map<String, List<NextflowTask>> sharing) {
    return rows.names().of(name) != IdIndex.NONE && !sharing.containsKey(name);
  }

  private static String nextCopyId(String base, Map<String, Integer> copies) {
    return base + " #" + copies.merge(base, 1, Integer::sum);
  }
}
