package io.flowgauge.instrumentation.jvm.agent.core;

import java.lang.instrument.UnmodifiableClassException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the virtual machine transform classes again, and measures how long that stops the program.
 */
final class ClassChanger {
  private final Loaded loaded;
  private final SensorTransformer transformer;
  private long stoppedNanos;

  ClassChanger(Loaded loaded, SensorTransformer transformer) {
    this.loaded = loaded;
    this.transformer = transformer;
  }

  /** Starts the measurement for a request. */
  void begin() {
    stoppedNanos = 0;
  }

  /**
   * Returns the longest time that a change of this request kept the virtual machine from running
   * the program.
   */
  long stoppedNanos() {
    return stoppedNanos;
  }

  /**
   * Changes classes, together if possible; returns those that could not be changed, with the
   * reason.
   */
  Map<Class<?>, String> change(Collection<Class<?>> types) {
    Map<Class<?>, String> failed = new LinkedHashMap<>();
    if (types.isEmpty() || tryChange(types.toArray(Class<?>[]::new)).isEmpty()) {
      return failed;
    }
    for (Class<?> type : types) {
      tryChange(type).ifPresent(why -> failed.put(type, why));
    }
    return failed;
  }

  private Optional<String> tryChange(Class<?>... types) {
    long begin = System.nanoTime();
    try {
      loaded.change(types);
      return Optional.empty();
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      return Optional.of("the virtual machine rejected the changed class: " + e);
    } finally {
      long from = Math.max(begin, transformer.readyNanos());
      stoppedNanos = Math.max(stoppedNanos, System.nanoTime() - from);
    }
  }
}
