package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Defines the sensor classes in the bootstrap class loader, where methods of every loader find
 * them. Appending a jar to its path would also work, but makes the virtual machine print a warning
 * into the program's output and give up its shared archive of classes.
 */
final class SensorClasses {
  private static final String PACKAGE = "io/flowgauge/instrumentation/jvm/sensor/";
  private static final List<String> NAMES =
      List.of(
          "Layout",
          "CpuClock",
          "CallClock",
          "SystemClock",
          "Words",
          "Edges",
          "CallStack",
          "CallStacks",
          "ThreadEntries",
          "SharedMemory",
          "Sensors",
          "Rewrite",
          "Rewrites",
          "Calibration");

  /** How many classes are defined so far. */
  private static int defined;

  private SensorClasses() {}

  /**
   * Defines the classes. After an interruption, for example by a lack of memory, continues where it
   * stopped, because no class can be defined twice.
   */
  static void define(Instrumentation instrumentation)
      throws ReflectiveOperationException, IOException {
    show(instrumentation, SensorClasses.class.getModule());
    Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
    Object unsafe = type.getMethod("getUnsafe").invoke(null);
    Method define =
        type.getMethod(
            "defineClass",
            String.class,
            byte[].class,
            int.class,
            int.class,
            ClassLoader.class,
            ProtectionDomain.class);
    for (; defined < NAMES.size(); defined++) {
      String name = PACKAGE + NAMES.get(defined);
      byte[] bytes = bytes(name);
      define.invoke(unsafe, name, bytes, 0, bytes.length, null, null);
    }
    show(instrumentation, Sensors.class.getModule());
  }

  /** Exports the virtual machine's internal access to memory to a module. */
  private static void show(Instrumentation instrumentation, Module module) {
    Map<String, Set<Module>> exports = Map.of("jdk.internal.misc", Set.of(module));
    instrumentation.redefineModule(
        Object.class.getModule(), Set.of(), exports, Map.of(), Set.of(), Map.of());
  }

  private static byte[] bytes(String name) throws IOException {
    ClassLoader loader = SensorClasses.class.getClassLoader();
    try (InputStream in = loader.getResourceAsStream(name + ".class")) {
      if (in == null) {
        throw new IOException("missing in the agent's jar: " + name);
      }
      return in.readAllBytes();
    }
  }
}
