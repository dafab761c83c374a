package io.flowgauge.traces.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts the launches of a stage's tasks into successive attempts of the same work, copies that ran
 * at the same time as the launch that counts, and repetitions after the output was lost. Stateless.
 */
final class TaskLaunches {

  private TaskLaunches() {}

  /**
   * The launches of one piece of work.
   *
   * @param name its name, unique in the application
   * @param attempts successive attempts; the last is the one that counts
   * @param copies launches that ran at the same time as the one that counts
   * @param again launches after that one
   */
  record Work(
      String name, List<SparkTask> attempts, List<SparkTask> copies, List<SparkTask> again) {}

  static List<Work> of(SparkStage stage) {
    Map<String, List<SparkTask>> byName = new LinkedHashMap<>();
    Map<Integer, String> names = new LinkedHashMap<>();
    for (SparkTask task : stage.tasks) {
      byName.computeIfAbsent(name(task, names), any -> new ArrayList<>()).add(task);
    }
    List<Work> all = new ArrayList<>();
    byName.forEach((name, launches) -> all.add(work(name, launches)));
    return all;
  }

  /** Returns the name of the piece of work with an index in the stage's first attempt. */
  static String name(int stage, int index) {
    return "stage " + stage + " task " + index;
  }

  /**
   * Returns the name of a task's work; later attempts of a stage number their tasks anew, so that
   * only partitions identify them.
   */
  private static String name(SparkTask task, Map<Integer, String> names) {
    String own =
        task.stageAttempt == 0
            ? name(task.stage, task.index)
            : "stage " + task.stage + "." + task.stageAttempt + " task " + task.index;
    if (task.partition < 0) {
      return own;
    }
    String known = names.putIfAbsent(task.partition, own);
    return known == null ? own : known;
  }

  private static Work work(String name, List<SparkTask> launches) {
    List<SparkTask> left = new ArrayList<>(launches);
    left.sort(
        Comparator.comparingLong((SparkTask task) -> task.launched.orElse(0))
            .thenComparing(task -> task.id));
    List<SparkTask> again = new ArrayList<>();
    left.stream()
        .filter(SparkTask::isSuccess)
        .min(Comparator.comparingLong(task -> task.finished.orElse(Long.MAX_VALUE)))
        .ifPresent(winner -> takeAfter(winner, left, again));
    List<SparkTask> attempts = new ArrayList<>();
    List<SparkTask> copies = new ArrayList<>();
    for (int k = left.size() - 1; k >= 0; k--) {
      SparkTask task = left.get(k);
      boolean isBefore = attempts.isEmpty() || task.endsBy(launch(attempts.get(0)));
      (isBefore ? attempts : copies).add(0, task);
    }
    return new Work(name, attempts, copies, again);
  }

  /** Moves the launch that counts to the end, and separates those that started after its end. */
  private static void takeAfter(SparkTask winner, List<SparkTask> left, List<SparkTask> again) {
    left.stream().filter(task -> winner.endsBy(launch(task)) && task != winner).forEach(again::add);
    left.removeAll(again);
    left.remove(winner);
    left.add(winner);
  }

  private static long launch(SparkTask task) {
    return task.launched.orElse(0);
  }
}
