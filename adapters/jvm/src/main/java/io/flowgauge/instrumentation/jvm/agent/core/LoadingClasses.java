package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Classes that passed through the transformer while they were being loaded. Until the virtual
 * machine lists them among the loaded ones, they cannot be changed. Thread-safe.
 */
final class LoadingClasses {
  /** Longest time that loading takes after that; if it takes longer, it has failed. */
  private static final long LONGEST_NANOS = 1_000_000_000;

  private static final int MOST = 1 << 14;

  /** When each class passed through, by name. */
  private final Map<String, Long> since = new ConcurrentHashMap<>();

  void add(String name) {
    if (since.size() >= MOST) {
      since.clear(); // Most of them have long been loaded.
    }
    since.put(name, System.nanoTime());
  }

  /** Waits until all classes whose names pass a test are loaded. */
  void await(Predicate<String> which, Loaded loaded) {
    while (isLoading(which)) {
      loaded.classes().forEach(type -> since.remove(type.getName()));
      try {
        Thread.sleep(isLoading(which) ? 1 : 0);
      } catch (InterruptedException e) {
        return; // Only the agent could interrupt it, and does not.
      }
    }
  }

  private boolean isLoading(Predicate<String> which) {
    long now = System.nanoTime();
    since.values().removeIf(begin -> now - begin > LONGEST_NANOS);
    return since.keySet().stream().anyMatch(which);
  }
}
