package io.flowgauge.instrumentation.jvm.agent.core;

import java.lang.instrument.UnmodifiableClassException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Has the virtual machine take classes again, and says how long that stops the program. */
final class ClassChanger {
  private final Loaded loaded;
  private final SensorTransformer transformer;
  private long stoppedNanos;

  ClassChanger(Loaded loaded, SensorTransformer transformer) {
    this.loaded = loaded;
    this.transformer = transformer;
  }

  /** Begins a request. */
  void begin() {
    stoppedNanos = 0;
  }

  /**
   * The longest that a change of this request kept the virtual machine from running the program.
   */
  long stoppedNanos() {
    return stoppedNanos;
  }

  /** Changes classes, together if possible; says which ones could not be, and why. */
  Map<Class<?>, String> change(Collection<Class<?>> types) {
    Map<Class<?>, String> failed = new LinkedHashMap<>();
    if (types.isEmpty() || attempt(types.toArray(Class<?>[]::new)).isEmpty()) {
      return failed;
    }
    for (Class<?> type : types) {
      attempt(type).ifPresent(why -> failed.put(type, why));
    }
    return failed;
  }

  private Optional<String> attempt(Class<?>... types) {
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
