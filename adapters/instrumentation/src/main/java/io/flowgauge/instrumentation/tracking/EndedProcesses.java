package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Profile;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Processes that have ended: the most recent ones individually, earlier ones as sums. Thread-safe.
 */
final class EndedProcesses {
  private final int limit;
  private final Deque<TrackedProcess> over = new ArrayDeque<>();
  private final Map<Optional<String>, ProfileSum> sums = new LinkedHashMap<>();

  EndedProcesses(int limit) {
    this.limit = limit;
  }

  synchronized void add(TrackedProcess process) {
    process.archive();
    over.addLast(process);
    if (over.size() > limit) {
      TrackedProcess oldest = over.removeFirst();
      measuredProfile(oldest)
          .ifPresent(
              profile -> sums.computeIfAbsent(oldest.group(), g -> new ProfileSum()).add(profile));
    }
    if (sums.size() > limit) {
      sums.remove(sums.keySet().iterator().next());
    }
  }

  /**
   * Returns the profile; empty if the process has none of the requested regions and so measured
   * nothing.
   */
  private static Optional<Profile> measuredProfile(TrackedProcess process) {
    return process.profile().filter(profile -> !profile.regions().isEmpty());
  }

  synchronized List<TrackedProcess> processes() {
    return List.copyOf(over);
  }

  /** Returns the profiles of these and the live processes, joined by job. */
  synchronized List<GroupProfile> groups(Collection<TrackedProcess> live) {
    Map<Optional<String>, ProfileSum> joined = new LinkedHashMap<>();
    Map<Optional<String>, List<Profile>> profiles = new LinkedHashMap<>();
    sums.forEach((group, sum) -> joined.computeIfAbsent(group, g -> new ProfileSum()).add(sum));
    List<TrackedProcess> all = new ArrayList<>(over);
    // Those that have ended since the live ones were listed are already among the ended ones.
    live.stream().filter(process -> !process.isArchived()).forEach(all::add);
    for (TrackedProcess process : all) {
      measuredProfile(process)
          .ifPresent(
              profile -> {
                joined.computeIfAbsent(process.group(), g -> new ProfileSum()).add(profile);
                profiles.computeIfAbsent(process.group(), g -> new ArrayList<>()).add(profile);
              });
    }
    return joined.entrySet().stream()
        .map(
            entry ->
                new GroupProfile(
                    entry.getKey(),
                    entry.getValue().processes(),
                    entry.getValue().regions(),
                    profiles.getOrDefault(entry.getKey(), List.of())))
        .toList();
  }
}
