package io.flowgauge.instrumentation.jvm.agent.core;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Values by class loader, each kept as long as its loader lives. Loaders are distinguished by
 * identity, because their {@code equals} and {@code hashCode} may be the program's code. Not
 * thread-safe.
 */
final class LoaderMap<V> {
  /** A weak reference to a loader. */
  private static final class Key extends WeakReference<ClassLoader> {
    private final int hash;

    Key(ClassLoader loader, ReferenceQueue<ClassLoader> collected) {
      super(loader, collected);
      this.hash = System.identityHashCode(loader);
    }

    @Override
    public boolean equals(Object other) {
      ClassLoader loader = get();
      return this == other || (loader != null && other instanceof Key key && key.get() == loader);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Key, V> values = new HashMap<>();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

  /** Returns the value of a loader; null if it has none. */
  V get(ClassLoader loader) {
    return values.get(new Key(loader, null));
  }

  /** Returns the value of a loader, after setting it if there is none. */
  V get(ClassLoader loader, Supplier<V> initial) {
    for (Object key = collected.poll(); key != null; key = collected.poll()) {
      values.remove(key);
    }
    return values.computeIfAbsent(new Key(loader, collected), key -> initial.get());
  }
}
