package io.flowgauge.receivers.openlineage;

import io.flowgauge.run.RunRecorder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Joins what names each other within one workflow run. Not thread-safe. */
final class LineageDependencies {
  private final RunRecorder into;
  private final Map<RunOfJob, Set<String>> found = new HashMap<>();
  private final Map<RunOfJob, Set<String>> before = new HashMap<>();
  private final Map<RunOfJob, Set<String>> after = new HashMap<>();
  private final Map<JobName, Set<LineageNode>> readers = new HashMap<>();
  private final Map<JobName, Set<LineageNode>> writers = new HashMap<>();
  private final Set<Told> told = new HashSet<>();

  private record Told(String from, String to) {}

  LineageDependencies(RunRecorder into) {
    this.into = into;
  }

  /** Tells what can be told of a run that is an activity, and keeps the rest. */
  void tell(LineageNode node) {
    String activity = node.activity();
    find(new RunOfJob(node.runId, JobName.UNKNOWN), activity);
    find(new RunOfJob("", node.job), activity);
    for (RunOfJob run : node.upstream) {
      add(before, key(run), activity);
      known(key(run)).forEach(from -> tell(from, activity));
    }
    for (RunOfJob run : node.downstream) {
      add(after, key(run), activity);
      known(key(run)).forEach(to -> tell(activity, to));
    }
    tellData(node);
  }

  /** The first run or job that was named but never heard of, if any. */
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
      before.getOrDefault(key, Set.of()).forEach(to -> tell(activity, to));
      after.getOrDefault(key, Set.of()).forEach(from -> tell(from, activity));
    }
  }

  private Set<String> known(RunOfJob key) {
    return found.getOrDefault(key, Set.of());
  }

  private void tellData(LineageNode node) {
    for (JobName input : node.inputs) {
      add(readers, input, node);
    }
    for (JobName output : node.outputs) {
      add(writers, output, node);
    }
    for (JobName input : node.inputs) {
      writers.getOrDefault(input, Set.of()).forEach(writer -> tellData(writer, node));
    }
    for (JobName output : node.outputs) {
      readers.getOrDefault(output, Set.of()).forEach(reader -> tellData(node, reader));
    }
  }

  /** A run can only have read what was written before it began. */
  private void tellData(LineageNode writer, LineageNode reader) {
    OptionalLong written = writer.end();
    OptionalLong read = reader.start();
    if (written.isPresent() && read.isPresent() && written.getAsLong() <= read.getAsLong()) {
      tell(writer.activity(), reader.activity());
    }
  }

  private void tell(String from, String to) {
    if (!from.equals(to) && told.add(new Told(from, to))) {
      into.dependency(from, to);
    }
  }

  private static <K, V> boolean add(Map<K, Set<V>> map, K key, V value) {
    return map.computeIfAbsent(key, k -> new LinkedHashSet<>()).add(value);
  }
}
