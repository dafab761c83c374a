package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.RefusalCode;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/** Gives the agent access to what is private to a class or its module. Thread-safe. */
final class Opening {
  private final Instrumentation instrumentation;

  Opening(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Opens a class's package to the agent, and to nobody else. */
  void open(Class<?> type) throws ChangeRefused {
    Module module = type.getModule();
    Module here = Opening.class.getModule();
    String name = type.getPackageName();
    if (!module.isNamed() || module.isOpen(name, here)) {
      return;
    }
    if (!instrumentation.isModifiableModule(module)) {
      throw new ChangeRefused(
          RefusalCode.UNMODIFIABLE, "the virtual machine does not open " + module + " to agents");
    }
    instrumentation.redefineModule(
        module, Set.of(), Map.of(), Map.of(name, Set.of(here)), Set.of(), Map.of());
  }

  void open(Class<?> type, AccessibleObject member) throws ChangeRefused {
    open(type);
    member.setAccessible(true);
  }

  /** Whether a class's initializer has run; if not, it would overwrite the fields that it sets. */
  static boolean isInitialized(Class<?> type) {
    try {
      // The package was exported to the agent when it defined the sensor classes.
      Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
      Method toBe = unsafe.getMethod("shouldBeInitialized", Class.class);
      return !(boolean) toBe.invoke(unsafe.getMethod("getUnsafe").invoke(null), type);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new IllegalStateException("the virtual machine lacks a method that this needs", e);
    }
  }
}
