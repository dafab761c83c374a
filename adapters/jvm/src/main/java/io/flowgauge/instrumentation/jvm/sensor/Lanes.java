package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Finds threads their lanes: the way taken once in a thread's life, or once in a virtual call. */
final class Lanes {
  private static final MethodHandle IS_VIRTUAL = find();

  private Lanes() {}

  private static MethodHandle find() {
    MethodType type = MethodType.methodType(boolean.class);
    try {
      return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", type);
    } catch (ReflectiveOperationException e) {
      MethodHandle no = MethodHandles.constant(boolean.class, false);
      return MethodHandles.dropArguments(no, 0, Thread.class);
    }
  }

  /** The lane of this thread in a memory; {@link Lane#NONE} if it has none. */
  static Lane join(Lane old, SharedMemory memory) {
    if (memory == null || old == Lane.MUTED) {
      return Lane.NONE;
    }
    Sensors.LANES.set(Lane.MUTED);
    Lane lane = null;
    try {
      Thread thread = Thread.currentThread();
      lane = isVirtual(thread) ? memory.borrow(thread) : memory.lane(thread);
    } finally {
      Sensors.LANES.set(lane);
    }
    return lane == null ? Lane.NONE : lane;
  }

  private static boolean isVirtual(Thread thread) {
    try {
      return (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      return false;
    }
  }
}
