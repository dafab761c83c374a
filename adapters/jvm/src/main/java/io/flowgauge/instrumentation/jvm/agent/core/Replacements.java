package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Change.ReplaceFunction;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.agent.core.MethodChange.Kind;
import io.flowgauge.instrumentation.jvm.sensor.Rewrite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Replaces methods by static methods of other classes, which see the program's classes. Called only
 * by the session's thread.
 */
final class Replacements {
  private final Targets targets;
  private final MethodChanges changes;

  Replacements(Targets targets, MethodChanges changes) {
    this.targets = targets;
    this.changes = changes;
  }

  ChangeResult replace(ReplaceFunction wanted) throws ChangeRefused {
    Targets.Found found = targets.method(wanted.target());
    changes.check(found);
    if (found.type().getClassLoader() == null) {
      throw new ChangeRefused(
          RefusalCode.UNMODIFIABLE,
          found.name()
              + " is a method of the JDK, which may itself be used to call the method that replaces it");
    }
    Method old = found.reflected();
    MethodHandle handle = handle(wanted, type(old), found.type());
    String linkage = found.method().region().linkageName();
    Rewrite rewrite = new Rewrite(0, new long[0], handle);
    return new ChangeResult(
        changes.weave(
            found,
            rewrite,
            number -> List.of(new MethodChange(linkage, Kind.REPLACEMENT, number))));
  }

  /**
   * Returns the type of a method as that of a static method, whose first parameter is the object.
   */
  private static MethodType type(Method method) {
    MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    return Modifier.isStatic(method.getModifiers())
        ? type
        : type.insertParameterTypes(0, method.getDeclaringClass());
  }

  private static MethodHandle handle(ReplaceFunction wanted, MethodType type, Class<?> old)
      throws ChangeRefused {
    int dot = wanted.function().lastIndexOf('.');
    String name = wanted.function().substring(dot + 1);
    if (dot < 1 || name.isEmpty()) {
      throw new ChangeRefused(
          RefusalCode.ARGUMENT,
          "expected package.Class.method of the method to use, but found " + wanted.function());
    }
    Class<?> holder = load(wanted, wanted.function().substring(0, dot), old);
    boolean isThere = false;
    for (Method each : holder.getDeclaredMethods()) {
      isThere |= each.getName().equals(name);
      if (each.getName().equals(name)
          && Modifier.isStatic(each.getModifiers())
          && type.equals(MethodType.methodType(each.getReturnType(), each.getParameterTypes()))) {
        return handle(each);
      }
    }
    throw new ChangeRefused(
        isThere ? RefusalCode.WRONG_TYPE : RefusalCode.NO_LIBRARY,
        wanted.library() + " has no static method " + wanted.function() + " of the type " + type);
  }

  private static MethodHandle handle(Method method) throws ChangeRefused {
    try {
      method.setAccessible(true);
      return MethodHandles.publicLookup().unreflect(method);
    } catch (IllegalAccessException | RuntimeException e) {
      throw new ChangeRefused(RefusalCode.NO_LIBRARY, method + " may not be called: " + e);
    }
  }

  private static Class<?> load(ReplaceFunction wanted, String name, Class<?> old)
      throws ChangeRefused {
    Path library = wanted.library();
    if (!Files.isReadable(library)) {
      throw new ChangeRefused(
          RefusalCode.NO_LIBRARY, "the process has no JAR or folder " + library + " it can read");
    }
    try {
      // Stays open as long as its classes are used, because these may need others.
      ClassLoader loader =
          new URLClassLoader(new URL[] {library.toUri().toURL()}, old.getClassLoader());
      return CallThread.run(() -> Class.forName(name, true, loader), loader, "loading " + name);
    } catch (MalformedURLException e) {
      throw new ChangeRefused(RefusalCode.NO_LIBRARY, "not the path of a file: " + library);
    } catch (ChangeRefused e) {
      throw new ChangeRefused(RefusalCode.NO_LIBRARY, library + ": " + e.getMessage());
    }
  }
}
