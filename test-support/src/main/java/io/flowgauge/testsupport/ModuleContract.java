package io.flowgauge.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks what users of the Maven module under test rely on: the packages it exports to all, only
 * types of Java and Flowgauge in their signatures, and the same services on the module path and the
 * class path.
 *
 * <pre>{@code
 * class ModuleTest extends ModuleContract {
 *   ModuleTest() {
 *     super("io.flowgauge", "io.flowgauge.run");
 *   }
 * }
 * }</pre>
 *
 * Not thread-safe.
 */
public abstract class ModuleContract {
  private final Set<String> packages;
  private final Set<String> libraries;

  /**
   * States what the module exports.
   *
   * @param packages the packages exported to all modules, in any order; none if it only provides
   *     services
   */
  protected ModuleContract(String... packages) {
    this(Set.of(packages), Set.of());
  }

  /**
   * States what a module exports that joins Flowgauge with another library.
   *
   * @param packages the packages exported to all modules
   * @param libraries prefixes of the names of types that signatures may mention, such as {@code
   *     org.slf4j.}
   */
  protected ModuleContract(Set<String> packages, Set<String> libraries) {
    this.packages = packages;
    this.libraries = libraries;
  }

  @Test
  final void module_compiled_exportsExactlyThesePackagesToAll() throws IOException {
    Set<String> exported =
        CompiledModule.descriptor().exports().stream()
            .filter(export -> !export.isQualified())
            .map(ModuleDescriptor.Exports::source)
            .collect(Collectors.toSet());
    assertThat(exported).as("packages exported to all").isEqualTo(packages);
  }

  /** The compiler checks the Javadoc of the packages that the build names. */
  @Test
  final void exportedPackages_javadoc_isChecked() {
    String documented = System.getProperty("flowgauge.documented");
    assumeTrue(documented != null, "skipped: not given the build's list of documented packages");
    assertThat(Set.of(documented.strip().split("\\s*,\\s*"))).containsAll(packages);
  }

  @Test
  final void exportedTypes_signatures_nameOnlyJavaAndFlowgauge() throws Exception {
    Set<String> foreign = new TreeSet<>();
    for (Class<?> type : exportedTypes()) {
      mentioned(type).stream()
          .filter(this::isForeign)
          .forEach(other -> foreign.add(type.getName() + " mentions " + other.getName()));
    }
    assertThat(foreign).as("types of third parties in signatures").isEmpty();
  }

  @Test
  final void serviceFiles_built_equalProvides() throws IOException {
    assertThat(CompiledModule.serviceFiles())
        .as("META-INF/services against provides")
        .isEqualTo(CompiledModule.provided());
  }

  private List<Class<?>> exportedTypes() throws ReflectiveOperationException {
    List<Class<?>> types = new ArrayList<>();
    for (String name : packages) {
      for (String type : typesIn(name)) {
        types.add(Class.forName(type, false, getClass().getClassLoader()));
      }
    }
    types.removeIf(type -> !isReachable(type.getModifiers()));
    return types;
  }

  private static List<String> typesIn(String packageName) {
    Path folder = CompiledModule.classes().resolve(packageName.replace('.', '/'));
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
          .map(file -> packageName + "." + file.substring(0, file.length() - ".class".length()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isReachable(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private boolean isForeign(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && !type.getName().startsWith("io.flowgauge.")
        && libraries.stream().noneMatch(type.getName()::startsWith);
  }

  private static Set<Class<?>> mentioned(Class<?> type) {
    Set<Class<?>> classes = new HashSet<>();
    Set<Type> seen = new HashSet<>();
    add(type.getGenericSuperclass(), seen, classes);
    addAll(type.getGenericInterfaces(), seen, classes);
    addAll(type.getTypeParameters(), seen, classes);
    for (Field field : type.getDeclaredFields()) {
      if (isReachable(field.getModifiers())) {
        add(field.getGenericType(), seen, classes);
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (isReachable(constructor.getModifiers())) {
        addAll(constructor.getGenericParameterTypes(), seen, classes);
        addAll(constructor.getGenericExceptionTypes(), seen, classes);
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isReachable(method.getModifiers())) {
        add(method.getGenericReturnType(), seen, classes);
        addAll(method.getTypeParameters(), seen, classes);
        addAll(method.getGenericParameterTypes(), seen, classes);
        addAll(method.getGenericExceptionTypes(), seen, classes);
      }
    }
    return classes;
  }

  private static void addAll(Type[] types, Set<Type> seen, Set<Class<?>> classes) {
    for (Type type : types) {
      add(type, seen, classes);
    }
  }

  private static void add(Type type, Set<Type> seen, Set<Class<?>> classes) {
    if (type == null || !seen.add(type)) {
      return;
    }
    if (type instanceof Class<?> plain) {
      if (plain.isArray()) {
        add(plain.getComponentType(), seen, classes);
      } else {
        classes.add(plain);
      }
    } else if (type instanceof ParameterizedType generic) {
      add(generic.getRawType(), seen, classes);
      addAll(generic.getActualTypeArguments(), seen, classes);
    } else if (type instanceof GenericArrayType array) {
      add(array.getGenericComponentType(), seen, classes);
    } else if (type instanceof WildcardType wildcard) {
      addAll(wildcard.getUpperBounds(), seen, classes);
      addAll(wildcard.getLowerBounds(), seen, classes);
    } else if (type instanceof TypeVariable<?> variable) {
      addAll(variable.getBounds(), seen, classes);
    }
  }
}
