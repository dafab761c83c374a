package io.flowgauge.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Which processes belong to the latest attempt of each activity. Thread-safe. */
final class WatchedProcesses {
  private static final int MOST = 4;

  private final Map<String, Attempt> attempts = new ConcurrentHashMap<>();
  private final Queue<String> restarted = new ConcurrentLinkedQueue<>();

  /** The processes of an attempt, and since when it is known. */
  private record Attempt(long since, Set<ProcessHandle> processes) {
    Attempt() {
      this(System.nanoTime(), ConcurrentHashMap.newKeySet());
    }

    boolean isAlive() {
      return processes.stream().anyMatch(ProcessHandle::isAlive);
    }
  }

  /**
   * Adds a process to an activity. If all known processes of the activity have ended, this begins
   * another attempt.
   */
  void add(long pid, String activity) {
    ProcessHandle.of(pid)
        .ifPresent(
            process -> attempts.compute(activity, (id, known) -> addProcess(id, known, process)));
  }

  private Attempt addProcess(String activity, Attempt known, ProcessHandle process) {
    boolean isAnother = known != null && !known.isAlive();
    Attempt now = known == null || isAnother ? new Attempt() : known;
    now.processes().add(process);
    if (isAnother) {
      restarted.add(activity);
    }
    return now;
  }

  /** Returns the activities that have begun another attempt since the last call. */
  List<String> takeRestarted() {
    List<String> all = new ArrayList<>();
    for (String activity = restarted.poll(); activity != null; activity = restarted.poll()) {
      all.add(activity);
    }
    return all;
  }

  Set<String> activities() {
    return attempts.keySet();
  }

  /** Returns how long an activity's attempt has been known. */
  double seconds(String activity) {
    Attempt attempt = attempts.get(activity);
    return attempt == null ? 0 : (System.nanoTime() - attempt.since()) / 1e9;
  }

  boolean isAlive(String activity) {
    Attempt attempt = attempts.get(activity);
    return attempt != null && attempt.isAlive();
  }

  /** Forgets an activity if none of its processes is left. */
  void removeIfEnded(String activity) {
    attempts.computeIfPresent(activity, (id, attempt) -> attempt.isAlive() ? attempt : null);
  }

  /** Returns a few processes that have no child processes: a shell only waits for what it runs. */
  List<Long> leaves(String activity) {
    List<Long> leaves = new ArrayList<>();
    Attempt attempt = attempts.get(activity);
    if (attempt != null) {
      attempt.processes().forEach(process -> addLeaves(process, leaves));
    }
    return leaves.stream().distinct().limit(MOST).toList();
  }

  private static void addLeaves(ProcessHandle process, List<Long> leaves) {
    List<ProcessHandle> children = process.children().toList();
    if (children.isEmpty() && process.isAlive()) {
      leaves.add(process.pid());
    }
    children.forEach(child -> addLeaves(child, leaves));
  }
}
