package io.flowgauge.traces.spark;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Determines when the driver alone was at work, and what it waited for: before a job that starts
 * while no other is active, for all earlier jobs; before a stage, for the stages that it reads.
 * Used once.
 */
final class DriverWork {
  static final String TYPE = "driver";

  private final SparkApplication application;

  /** Ids of stages by the data sets that they wrote for other stages. */
  private final Map<Integer, Integer> writers = new HashMap<>();

  private final List<Step> steps = new ArrayList<>();

  /** The name of the step before each job. */
  private final Map<Integer, String> ofJobs = new LinkedHashMap<>();

  private final Map<Integer, SparkJob> jobsOfStages = new HashMap<>();

  /**
   * An interval in which the driver is at work.
   *
   * @param begin its start, if known
   * @param end its end, if known
   * @param afterSteps names of the steps that it follows
   * @param afterStages stages whose tasks it follows
   */
  record Step(
      String name,
      OptionalLong begin,
      OptionalLong end,
      List<String> afterSteps,
      List<Integer> afterStages) {}

  DriverWork(SparkApplication application) {
    this.application = application;
  }

  static String before(SparkStage stage) {
    return "stage " + stage.id;
  }

  List<Step> steps() {
    for (SparkStage stage : application.stages.values()) {
      if (stage.hasRun() && stage.dataSet >= 0 && stage.writesShuffle()) {
        writers.put(stage.dataSet, stage.id);
      }
    }
    jobs();
    for (SparkStage stage : application.stages.values()) {
      if (stage.hasRun()) {
        stage(stage);
      }
    }
    return steps;
  }

  private void jobs() {
    List<SparkJob> jobs = new ArrayList<>(application.jobs.values());
    jobs.sort(Comparator.comparingLong((SparkJob job) -> submitted(job)).thenComparing(j -> j.id));
    List<SparkJob> before = new ArrayList<>();
    List<SparkJob> active = new ArrayList<>();
    OptionalLong last = application.started;
    String step = "";
    for (SparkJob job : jobs) {
      job.stages.forEach(stage -> jobsOfStages.putIfAbsent(stage, job));
      active.removeIf(each -> !each.isActiveAt(submitted(job)));
      if (active.isEmpty()) {
        step = "job " + job.id;
        add(step, latest(last, before), job.submitted, before, ofJobs.values());
        before.clear();
      }
      ofJobs.put(job.id, step);
      before.add(job);
      active.add(job);
    }
    add("end", lastBegin(latest(last, before)), application.ended, before, ofJobs.values());
  }

  /**
   * Returns when the driver's last work started. As long as the application has not ended, that is
   * when the last stage was no longer under way; empty while one is.
   */
  private OptionalLong lastBegin(OptionalLong lastJob) {
    if (application.ended.isPresent()) {
      return lastJob;
    }
    OptionalLong begin = lastJob;
    for (SparkJob job : application.jobs.values()) {
      begin = max(begin, job.submitted);
    }
    for (SparkStage stage : application.stages.values()) {
      if (stage.isUnderWay()) {
        return OptionalLong.empty();
      }
      begin = max(begin, stage.lastEnd());
    }
    return begin;
  }

  private static OptionalLong max(OptionalLong one, OptionalLong other) {
    return other.isEmpty() || one.orElse(Long.MIN_VALUE) > other.getAsLong() ? one : other;
  }

  private static long submitted(SparkJob job) {
    return job.submitted.orElse(0);
  }

  private void add(
      String name,
      OptionalLong begin,
      OptionalLong end,
      List<SparkJob> before,
      Iterable<String> earlier) {
    List<Integer> stages = new ArrayList<>();
    before.forEach(job -> stages.addAll(lastStages(job)));
    String last = "";
    for (String each : earlier) {
      last = each;
    }
    steps.add(new Step(name, begin, end, last.isEmpty() ? List.of() : List.of(last), stages));
  }

  private static OptionalLong latest(OptionalLong first, List<SparkJob> jobs) {
    OptionalLong end = jobs.stream().flatMapToLong(job -> job.completed.stream()).max();
    return end.isPresent() ? end : first;
  }

  /** Returns the stages of a job that no other stage of it reads. */
  private List<Integer> lastStages(SparkJob job) {
    Set<Integer> own = new HashSet<>();
    for (int id : job.stages) {
      if (hasRun(id) && jobsOfStages.get(id) == job) {
        own.add(id);
      }
    }
    Set<Integer> last = new HashSet<>(own);
    own.forEach(id -> application.stage(id).parents.forEach(last::remove));
    return last.stream().sorted().toList();
  }

  private boolean hasRun(int id) {
    SparkStage stage = application.stages.get(id);
    return stage != null && stage.hasRun();
  }

  private void stage(SparkStage stage) {
    OptionalLong end = stage.firstSubmission();
    SparkJob job = jobsOfStages.get(stage.id);
    OptionalLong begin = job == null ? OptionalLong.empty() : job.submitted;
    List<Integer> parents = new ArrayList<>();
    boolean isFirst = job != null;
    for (int id : stage.parents) {
      OptionalInt parent = writingStage(id, stage.id);
      if (parent.isPresent()) {
        parents.add(parent.getAsInt());
        OptionalLong completed = application.stage(parent.getAsInt()).completed;
        begin = completed.orElse(Long.MAX_VALUE) <= end.orElse(0) ? max(begin, completed) : begin;
        isFirst &= jobsOfStages.get(parent.getAsInt()) != job;
      }
    }
    List<String> after = isFirst ? List.of(ofJobs.get(job.id)) : List.of();
    OptionalLong known = end.isPresent() ? begin : end;
    steps.add(new Step(before(stage), known, end, after, parents));
  }

  /**
   * Returns the stage that wrote the data of a parent; a skipped parent stands for an earlier stage
   * that wrote the same data set.
   */
  private OptionalInt writingStage(int parent, int child) {
    if (hasRun(parent)) {
      return parent < child ? OptionalInt.of(parent) : OptionalInt.empty();
    }
    SparkStage skipped = application.stages.get(parent);
    Integer writer = skipped == null ? null : writers.get(skipped.dataSet);
    return writer == null || writer >= child ? OptionalInt.empty() : OptionalInt.of(writer);
  }
}
