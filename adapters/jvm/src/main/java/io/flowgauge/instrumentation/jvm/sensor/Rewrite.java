package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * What woven code does to calls of one method: the value that an argument or result gets, the
 * method called instead, or the objects seen. Thread-safe.
 */
public final class Rewrite {
  private static final VarHandle CALLS = callsHandle();
  private static final int MOST_OBJECTS = 1 << 12;

  static {
    // The virtual machine prepares such an access at its first use, which would otherwise be in
    // code that other calls may rewrite by then.
    new Rewrite(0, new long[0], null).count();
  }

  final long bits;
  final MethodHandle replacement;
  private final long[] expected;
  private volatile WeakReference<?>[] seen = new WeakReference<?>[0];

  @SuppressWarnings("unused") // Written through CALLS.
  private long calls;

  /**
   * Creates a rewrite.
   *
   * @param bits the value as raw bits; 0 if there is none
   * @param expected for each condition, the value its argument must have
   * @param replacement the method to call instead, or null
   */
  public Rewrite(long bits, long[] expected, MethodHandle replacement) {
    this.bits = bits;
    this.expected = expected.clone();
    this.replacement = replacement;
  }

  private static VarHandle callsHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(Rewrite.class, "calls", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  boolean isExpected(long argument, int condition) {
    return expected[condition] == argument;
  }

  boolean isExpected(double argument, int condition) {
    return expected[condition] == argument;
  }

  void count() {
    long before = (long) CALLS.getAndAdd(this, 1L);
    assert before >= 0;
  }

  /** Returns the number of calls it was applied to. */
  public long calls() {
    return (long) CALLS.getVolatile(this);
  }

  /** Remembers an object, without keeping it alive. */
  void see(Object object) {
    for (WeakReference<?> each : seen) {
      if (each.get() == object) {
        return;
      }
    }
    add(object);
  }

  private synchronized void add(Object object) {
    WeakReference<?>[] known = seen;
    for (WeakReference<?> each : known) {
      if (each.get() == object) {
        return;
      }
    }
    if (known.length < MOST_OBJECTS) {
      WeakReference<?>[] more = new WeakReference<?>[known.length + 1];
      System.arraycopy(known, 0, more, 0, known.length);
      more[known.length] = new WeakReference<>(object);
      seen = more;
    }
  }

  /** Returns the objects seen that are still alive. */
  public List<Object> seen() {
    List<Object> alive = new ArrayList<>();
    for (WeakReference<?> each : seen) {
      Object object = each.get();
      if (object != null) {
        alive.add(object);
      }
    }
    return alive;
  }
}
