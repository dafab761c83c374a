package io.flowgauge.resources;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Samples the control groups that watched processes are in. Not thread-safe. */
final class GroupSampler implements Closeable {
  private final Path root;
  private final Map<Path, GroupReader> readers = new HashMap<>();

  /**
   * Creates a sampler without groups.
   *
   * @param root where the hierarchy is mounted
   */
  GroupSampler(Path root) {
    this.root = root;
  }

  /** Samples the groups of processes, and closes the readers of groups no longer used by any. */
  List<GroupSample> sample(Iterable<WatchedProcess> processes, KernelText text, double now) {
    Map<Path, Set<String>> used = new LinkedHashMap<>();
    for (WatchedProcess process : processes) {
      for (Path group : process.groups()) {
        used.computeIfAbsent(group, g -> new TreeSet<>()).add(process.tally.activity());
      }
    }
    readers
        .entrySet()
        .removeIf(
            reader -> {
              boolean isLeft = !used.containsKey(reader.getKey());
              if (isLeft) {
                reader.getValue().close();
              }
              return isLeft;
            });
    List<GroupSample> samples = new ArrayList<>(used.size());
    used.forEach(
        (group, activities) ->
            samples.add(
                new GroupSample(
                    "/" + root.relativize(group),
                    activities,
                    readers.computeIfAbsent(group, GroupReader::new).read(text, now))));
    return samples;
  }

  @Override
  public void close() {
    readers.values().forEach(GroupReader::close);
    readers.clear();
  }
}
