package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Change.SetVariable;
import io.flowgauge.instrumentation.RefusalCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Optional;

/**
 * Sets static fields with volatile semantics, and reads the value before in the same atomic step.
 * Thread-safe.
 */
final class StaticFields {
  private final Targets targets;
  private final Opening opening;

  StaticFields(Targets targets, Opening opening) {
    this.targets = targets;
    this.opening = opening;
  }

  ChangeResult set(SetVariable wanted) throws ChangeRefused {
    Field field = targets.field(wanted.target());
    String name = field.getDeclaringClass().getName() + ":" + field.getName();
    check(field, name);
    Object value = Numbers.boxed(field.getType(), wanted.value(), name);
    VarHandle handle = handle(field);
    Object before = (Object) handle.getAndSet(value);
    return new ChangeResult(
        () -> undo(handle, name, value, before), Numbers.number(before), Optional.empty());
  }

  private static void check(Field field, String name) throws ChangeRefused {
    if (!Modifier.isStatic(field.getModifiers())) {
      throw new ChangeRefused(
          RefusalCode.NO_TARGET, name + " is not static: each object has its own");
    }
    if (Modifier.isFinal(field.getModifiers())) {
      throw new ChangeRefused(RefusalCode.READ_ONLY, name + " is final");
    }
    if (!Opening.isInitialized(field.getDeclaringClass())) {
      throw new ChangeRefused(
          RefusalCode.NO_SAFE_POINT,
          "the program has not used "
              + name
              + " yet, and would overwrite the value when it initializes the class");
    }
  }

  private VarHandle handle(Field field) throws ChangeRefused {
    Class<?> type = field.getDeclaringClass();
    opening.open(type);
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).unreflectVarHandle(field);
    } catch (IllegalAccessException e) {
      throw new ChangeRefused(RefusalCode.UNMODIFIABLE, "the agent may not set it: " + e);
    }
  }

  private static void undo(VarHandle handle, String name, Object value, Object before)
      throws ChangeRefused {
    boolean undone = (boolean) handle.compareAndSet(value, before);
    if (!undone) {
      throw new ChangeRefused(
          RefusalCode.CHANGED_SINCE,
          name + " is no longer " + value + ", but " + (Object) handle.getVolatile());
    }
  }
}
