package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionPattern;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/** Finds the field or method that a pattern names; there must be exactly one. Thread-safe. */
final class Targets {
  private final Loaded loaded;

  Targets(Loaded loaded) {
    this.loaded = loaded;
  }

  /** A method, and its class. */
  record Found(Class<?> type, MethodOutline method) {
    String name() {
      return type.getName() + ":" + method.region().name();
    }

    /** Returns the method by reflection; refuses constructors and initializers. */
    Method reflected() throws ChangeRefused {
      String linkage = method.region().linkageName();
      try {
        for (Method each : type.getDeclaredMethods()) {
          if (linkage.equals(each.getName() + Type.getMethodDescriptor(each))) {
            return each;
          }
        }
      } catch (LinkageError e) {
        throw new ChangeRefused(
            RefusalCode.NO_TARGET, "a class that " + type.getName() + " uses is missing: " + e);
      }
      throw new ChangeRefused(
          RefusalCode.UNSUPPORTED, name() + " is a constructor or initializer, not a method");
    }
  }

  /** Returns the only matching field of the loaded classes. */
  Field field(RegionPattern pattern) throws ChangeRefused {
    List<Field> fields = new ArrayList<>();
    for (Class<?> type : classes(pattern)) {
      for (Field field : fieldsOf(type)) {
        CodeRegion region =
            new CodeRegion(
                type.getName(), field.getName(), field.getName(), 0, 0, Optional.empty(), false);
        if (pattern.matches(region)) {
          fields.add(field);
        }
      }
    }
    return requireOne(
        pattern, fields, "field", f -> describe(f.getDeclaringClass()) + ":" + f.getName());
  }

  private static Field[] fieldsOf(Class<?> type) {
    try {
      return type.getDeclaredFields();
    } catch (LinkageError e) {
      return new Field[0]; // The class of one of the fields is missing.
    }
  }

  /** Returns the only matching method or constructor. */
  Found method(RegionPattern pattern) throws ChangeRefused {
    List<Found> methods = new ArrayList<>();
    for (Class<?> type : classes(pattern)) {
      for (MethodOutline method : Outline.of(type, false)) {
        if (pattern.matches(method.region())) {
          methods.add(new Found(type, method));
        }
      }
    }
    return requireOne(
        pattern, methods, "method", m -> describe(m.type()) + ":" + m.method().region().name());
  }

  private List<Class<?>> classes(RegionPattern pattern) {
    return loaded.classes(new StandingRequest(List.of(pattern), List.of(), 0, 0)).stream()
        .filter(type -> pattern.matchesUnit(type.getName()))
        .toList();
  }

  private static String describe(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return type.getName()
        + (loader == null
            ? ""
            : " (" + loader.getClass().getName() + "@" + Integer.toHexString(id(loader)) + ")");
  }

  private static int id(ClassLoader loader) {
    return System.identityHashCode(loader);
  }

  private static <T> T requireOne(
      RegionPattern pattern, List<T> found, String what, Function<T, String> name)
      throws ChangeRefused {
    if (found.isEmpty()) {
      throw new ChangeRefused(
          RefusalCode.NO_TARGET, "no loaded class has a " + what + " " + pattern);
    }
    if (found.size() > 1) {
      String names = found.stream().limit(5).map(name).collect(Collectors.joining(", "));
      throw new ChangeRefused(
          RefusalCode.AMBIGUOUS,
          pattern
              + " names "
              + found.size()
              + " "
              + what
              + "s, and must name one: "
              + names
              + (found.size() > 5 ? ", …" : ""));
    }
    return found.get(0);
  }
}
