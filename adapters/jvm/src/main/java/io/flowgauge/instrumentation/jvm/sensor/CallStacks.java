package io.flowgauge.instrumentation.jvm.sensor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Finds the call stack of a thread. Needed once in the life of a platform thread, and once for each
 * outermost call of a virtual thread.
 */
final class CallStacks {
  private static final MethodHandle IS_VIRTUAL = find();

  private CallStacks() {}

  private static MethodHandle find() {
    MethodType type = MethodType.methodType(boolean.class);
    try {
      return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual", type);
    } catch (ReflectiveOperationException e) {
      MethodHandle no = MethodHandles.constant(boolean.class, false);
      return MethodHandles.dropArguments(no, 0, Thread.class);
    }
  }

  /** Returns the stack of this thread in a memory; {@link CallStack#NONE} if it has none. */
  static CallStack join(CallStack old, SharedMemory memory) {
    if (memory == null || old == CallStack.MUTED) {
      return CallStack.NONE;
    }
    if (old != null && old.memory == memory) {
      return old;
    }
    Sensors.STACKS.set(CallStack.MUTED);
    CallStack stack = null;
    try {
      Thread thread = Thread.currentThread();
      stack = isVirtual(thread) ? memory.borrow(thread) : memory.stack(thread);
    } finally {
      Sensors.STACKS.set(stack);
    }
    return stack == null ? CallStack.NONE : stack;
  }

  static boolean isVirtual(Thread thread) {
    try {
      return (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      return false;
    }
  }
}
