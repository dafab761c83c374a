package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.RegionPattern;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;

/**
 * The classes of this virtual machine that have methods. Before main, nothing of a program is
 * loaded, so its main class, and classes that a request names in full, are loaded then; they are
 * initialized only when the program uses them. Thread-safe.
 */
final class Loaded {
  private static final String AGENT = "io.flowgauge.instrumentation.jvm.";
  private static final Pattern CLASS_NAME = Pattern.compile("[^*?\\\\]+");

  /**
   * Exceptions that the JDK catches where a program is likely to overflow its stack, as in println.
   */
  private static final List<String> CAUGHT =
      List.of("java.io.InterruptedIOException", "java.lang.invoke.WrongMethodTypeException");

  private final Instrumentation instrumentation;
  private volatile boolean beforeMain;

  Loaded(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
  }

  void beforeMain(boolean before) {
    beforeMain = before;
  }

  /** Returns all classes that a request may concern. */
  List<Class<?>> classes(StandingRequest request) {
    if (beforeMain) {
      load(mainClass(System.getProperty("sun.java.command", "")));
      request.include().stream()
          .map(RegionPattern::unit)
          .filter(unit -> CLASS_NAME.matcher(unit).matches())
          .forEach(Loaded::load);
    }
    return classes();
  }

  /**
   * Loads classes that the virtual machine would otherwise load when a stack overflow passes code
   * that catches them. It would then call the transformer, which has no stack to run on, and print
   * a warning.
   */
  static void preloadCaughtClasses() {
    CAUGHT.forEach(Loaded::load);
  }

  private static void load(String name) {
    try {
      Class.forName(name, false, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException | LinkageError | RuntimeException e) {
      return; // The request stays in force, in case another loader finds it.
    }
  }

  /**
   * Returns the main class of a command line, which may name a class, a module with a class, or a
   * jar.
   */
  private static String mainClass(String command) {
    String program = command.isEmpty() ? "" : command.split(" ", 2)[0];
    if (!program.endsWith(".jar")) {
      return program.substring(program.indexOf('/') + 1);
    }
    try (JarFile jar = new JarFile(program)) {
      Manifest manifest = jar.getManifest();
      String main =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      return main == null ? "" : main.strip();
    } catch (IOException | SecurityException e) {
      return "";
    }
  }

  /**
   * Returns the loaded classes by name, without arrays, the virtual machine's own hidden classes,
   * and the agent.
   */
  List<Class<?>> classes() {
    return Arrays.<Class<?>>stream(instrumentation.getAllLoadedClasses())
        .filter(type -> !type.isArray() && !type.isPrimitive())
        .filter(type -> !type.isHidden() || type.getClassLoader() != null)
        .filter(type -> !isAgent(type))
        .sorted(Comparator.comparing(Class::getName))
        .toList();
  }

  private static boolean isAgent(Class<?> type) {
    return type.getClassLoader() == Loaded.class.getClassLoader()
        || (type.getName().startsWith(AGENT)
            && (type.getClassLoader() == null || type.getName().startsWith(AGENT + "agent.")));
  }

  /** Makes the virtual machine pass classes through the transformers again. */
  void change(Class<?>... types) throws UnmodifiableClassException {
    instrumentation.retransformClasses(types);
  }
}
