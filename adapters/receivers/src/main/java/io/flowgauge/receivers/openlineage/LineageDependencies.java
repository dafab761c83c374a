package io.flowgauge.receivers.openlineage;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Dependency;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Records the dependencies among the activities of one workflow run, both those named in events and
 * those through datasets. Not thread-safe.
 */
final class LineageDependencies {
  private final RunRecorder into;
  private final Map<RunOfJob, Set<String>> found = new HashMap<>();
  private final Map<RunOfJob, Set<String>> before = new HashMap<>();
  private final Map<RunOfJob, Set<String>> after = new HashMap<>();
  private final Map<JobName, Set<LineageNode>> readers = new HashMap<>();
  private final Map<JobName, Set<LineageNode>> writers = new HashMap<>();
  private final Set<Dependency> recorded = new HashSet<>();

  LineageDependencies(RunRecorder into) {
    this.into = into;
  }

  /**
   * Records the dependencies of an activity that are known, and keeps the others until the
   * activities they name are known.
   */
  void record(LineageNode node) {
    String activity = node.activity();
    find(new RunOfJob(node.runId, JobName.UNKNOWN), activity);
    find(new RunOfJob("", node.job), activity);
    for (RunOfJob run : node.upstream) {
      add(before, key(run), activity);
      known(key(run)).forEach(from -> record(from, activity));
    }
    for (RunOfJob run : node.downstream) {
      add(after, key(run), activity);
      known(key(run)).forEach(to -> record(activity, to));
    }
    joinByData(node);
  }

  /**
   * Returns the first run or job that was named in dependencies but of which no event arrived;
   * empty if there is none.
   */
  String missing() {
    Set<RunOfJob> named = new LinkedHashSet<>(before.keySet());
    named.addAll(after.keySet());
    named.removeAll(found.keySet());
    return named.stream()
        .map(run -> run.id().isEmpty() ? run.job().name() : run.id())
        .sorted()
        .findFirst()
        .orElse("");
  }

  private static RunOfJob key(RunOfJob run) {
    return run.id().isEmpty() ? run : new RunOfJob(run.id(), JobName.UNKNOWN);
  }

  private void find(RunOfJob key, String activity) {
    if (add(found, key, activity)) {
      before.getOrDefault(key, Set.of()).forEach(to -> record(activity, to));
      after.getOrDefault(key, Set.of()).forEach(from -> record(from, activity));
    }
  }

  private Set<String> known(RunOfJob key) {
    return found.getOrDefault(key, Set.of());
  }

  private void joinByData(LineageNode node) {
    for (JobName input : node.inputs) {
      add(readers, input, node);
    }
    for (JobName output : node.outputs) {
      add(writers, output, node);
    }
    for (JobName input : node.inputs) {
      writers.getOrDefault(input, Set.of()).forEach(writer -> joinByData(writer, node));
    }
    for (JobName output : node.outputs) {
      readers.getOrDefault(output, Set.of()).forEach(reader -> joinByData(node, reader));
    }
  }

  /** Records a dependency through a dataset if the writer ended before the reader began. */
  private void joinByData(LineageNode writer, LineageNode reader) {
    OptionalLong written = writer.end();
    OptionalLong read = reader.start();
    if (written.isPresent() && read.isPresent() && written.getAsLong() <= read.getAsLong()) {
      record(writer.activity(), reader.activity());
    }
  }

  private void record(String from, String to) {
    if (!from.equals(to) && recorded.add(new Dependency(from, to))) {
      into.dependency(from, to);
    }
  }

  private static <K, V> boolean add(Map<K, Set<V>> map, K key, V value) {
    return map.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(value);
  }
}
