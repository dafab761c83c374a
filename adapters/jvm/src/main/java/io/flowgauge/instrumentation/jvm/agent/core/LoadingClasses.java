package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Classes that went through the transformer as they were loaded. Until the virtual machine counts
 * them among the loaded ones, they cannot be changed. Thread-safe.
 */
final class LoadingClasses {
  /** Longest time that loading takes after that; then it has failed. */
  private static final long LONGEST_NANOS = 1_000_000_000;

  private static final int MOST = 1 << 14;

  /** By name, since when. */
  private final Map<String, Long> since = new ConcurrentHashMap<>();

  void add(String name) {
    if (since.size() >= MOST) {
      since.clear(); // Most of them are loaded by far.
    }
    since.put(name, System.nanoTime());
  }

  /** Waits until classes are loaded whose names pass a test. */
  void await(Predicate<String> which, Loaded loaded) {
    while (isLoading(which)) {
      loaded.classes().forEach(type -> since.remove(type.getName()));
      try {
        Thread.sleep(isLoading(which) ? 1 : 0);
      } catch (InterruptedException e) {
        return; // Only the agent could, and does not.
      }
    }
  }

  private boolean isLoading(Predicate<String> which) {
    long now = System.nanoTime();
    since.values().removeIf(begin -> now - begin > LONGEST_NANOS);
    return since.keySet().stream().anyMatch(which);
  }
}
