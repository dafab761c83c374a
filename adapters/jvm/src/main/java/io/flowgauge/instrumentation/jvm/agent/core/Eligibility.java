package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.sensor.CallStack;
import io.flowgauge.instrumentation.jvm.sensor.Rewrites;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Decides which methods can have a sensor. Thread-safe. */
final class Eligibility {
  /**
   * Packages that a sensor itself calls, or may come to call: with a sensor, they would call it
   * without end.
   */
  private static final List<String> SENSOR_USES_PACKAGES =
      List.of(
          "io.flowgauge.clock.",
          "io.flowgauge.instrumentation.jvm.agent.",
          "io.flowgauge.instrumentation.jvm.sensor.",
          "java.lang.instrument.",
          "java.lang.invoke.",
          "java.lang.ref.",
          "java.nio.",
          "jdk.internal.",
          "sun.");

  private static final Set<String> SENSOR_USES_CLASSES =
      Set.of(
          "java.lang.BaseVirtualThread",
          "java.lang.Class",
          "java.lang.ClassLoader",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Number",
          "java.lang.Object",
          "java.lang.System",
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.lang.VirtualThread",
          "java.util.Objects");

  /**
   * The classes that changed methods call. Each loader is asked for them beforehand; after that,
   * the virtual machine finds them without the loader's code, for which there may be no stack left.
   */
  private static final List<Class<?>> CALLED =
      List.of(Sensors.class, CallStack.class, Rewrites.class);

  private final Instrumentation instrumentation;
  private final LoaderMap<Boolean> seeing = new LoaderMap<>();

  Eligibility(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** Returns why a method of a loaded class cannot have a sensor; empty if it can. */
  Optional<Refusal> refusal(Class<?> type, MethodOutline method) {
    if (!method.hasBody()) {
      String kind = method.isNative() ? "native" : "abstract";
      return refused(RefusalCode.NO_BODY, "the method is " + kind + "; there is no code to change");
    }
    if (method.intrinsic() && type.getClassLoader() == null) {
      return refused(
          RefusalCode.INLINED,
          "the virtual machine's compilers replace calls of this method with code of"
              + " their own (an intrinsic), so most would be missed; measure its callers");
    }
    if (!instrumentation.isModifiableClass(type)) {
      return unmodifiable(
          "the virtual machine does not allow this class to be changed: " + type.getName());
    }
    return refusal(type.getClassLoader(), type.getName());
  }

  /** Returns why no method of a class can have a sensor; empty if methods can. */
  Optional<Refusal> refusal(ClassLoader loader, String name) {
    if (isUsedBySensor(name)) {
      return unmodifiable(
          "sensors themselves use " + name + ", so a sensor there would call itself without end");
    }
    if (!seesSensorClasses(loader)) {
      return unmodifiable(
          "the class loader of "
              + name
              + " does not delegate to the bootstrap loader, which has the sensor classes");
    }
    return Optional.empty();
  }

  private static boolean isUsedBySensor(String name) {
    int nested = name.indexOf('$');
    String outer = nested < 0 ? name : name.substring(0, nested);
    return SENSOR_USES_CLASSES.contains(outer)
        || SENSOR_USES_PACKAGES.stream().anyMatch(name::startsWith);
  }

  private boolean seesSensorClasses(ClassLoader loader) {
    if (loader == null) {
      return true;
    }
    synchronized (seeing) {
      Boolean known = seeing.get(loader);
      if (known != null) {
        return known;
      }
    }
    boolean sees = findsSensorClasses(loader);
    synchronized (seeing) {
      return seeing.get(loader, () -> sees);
    }
  }

  private static boolean findsSensorClasses(ClassLoader loader) {
    try {
      for (Class<?> type : CALLED) {
        if (Class.forName(type.getName(), false, loader) != type) {
          return false;
        }
      }
      return true;
    } catch (Throwable e) {
      return false; // The loader is the program's code.
    }
  }

  private static Optional<Refusal> unmodifiable(String message) {
    return refused(RefusalCode.UNMODIFIABLE, message);
  }

  private static Optional<Refusal> refused(RefusalCode code, String message) {
    return Optional.of(new Refusal(code, message));
  }
}
