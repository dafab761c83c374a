package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.SourcePosition;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Reads the methods of a class, from its class file, which loads no other class; if there is no
 * file, as for a class made at run time, by reflection.
 */
final class Outline {
  private Outline() {}

  static List<MethodOutline> of(Class<?> type, boolean sources) {
    try (InputStream in = classFile(type)) {
      if (in != null) {
        return of(in.readAllBytes(), sources);
      }
    } catch (Throwable e) {
      // The loader is the program's code and may fail, or the file is of a later Java version.
    }
    return reflected(type);
  }

  private static InputStream classFile(Class<?> type) {
    if (type.isHidden()) {
      return null;
    }
    String file = type.getName().replace('.', '/') + ".class";
    ClassLoader loader = type.getClassLoader();
    return loader == null
        ? ClassLoader.getSystemResourceAsStream(file)
        : loader.getResourceAsStream(file);
  }

  /** Reads the methods from a class file's bytes. */
  static List<MethodOutline> of(byte[] classFile, boolean sources) {
    var visitor = new Reader();
    int skip = sources ? ClassReader.SKIP_FRAMES : ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG;
    new ClassReader(classFile).accept(visitor, skip);
    return visitor.methods();
  }

  private static List<MethodOutline> reflected(Class<?> type) {
    List<MethodOutline> methods = new ArrayList<>();
    try {
      for (Constructor<?> each : type.getDeclaredConstructors()) {
        methods.add(reflected(type, each, "<init>", Type.getConstructorDescriptor(each)));
      }
      for (Method each : type.getDeclaredMethods()) {
        methods.add(reflected(type, each, each.getName(), Type.getMethodDescriptor(each)));
      }
    } catch (LinkageError e) {
      return methods; // A class that the methods refer to is missing.
    }
    return methods;
  }

  private static MethodOutline reflected(
      Class<?> type, Executable method, String name, String descriptor) {
    CodeRegion region = region(type.getName(), name, descriptor, Optional.empty());
    return new MethodOutline(region, method.getModifiers(), false);
  }

  private static CodeRegion region(
      String unit, String name, String descriptor, Optional<SourcePosition> source) {
    return new CodeRegion(unit, readable(name, descriptor), name + descriptor, 0, 0, source, false);
  }

  /**
   * Returns a method's name with the types of its parameters: {@code method(int,java.lang.String)}.
   */
  private static String readable(String name, String descriptor) {
    StringBuilder text = new StringBuilder(name).append('(');
    String separator = "";
    for (Type type : Type.getArgumentTypes(descriptor)) {
      text.append(separator).append(type.getClassName());
      separator = ",";
    }
    return text.append(')').toString();
  }

  /** Returns where a class comes from: a jar or folder, or a module of the JDK. */
  static String path(Class<?> type) {
    CodeSource source = null;
    try {
      source = type.getProtectionDomain().getCodeSource();
    } catch (SecurityException e) {
      // Treated as if it had none.
    }
    if (source != null && source.getLocation() != null) {
      return source.getLocation().toString();
    }
    return type.getModule().isNamed() ? "jrt:/" + type.getModule().getName() : "";
  }

  /** Collects the methods of a class file. */
  private static final class Reader extends ClassVisitor {
    private final List<Found> found = new ArrayList<>();
    private String unit = "";
    private String file = "";

    Reader() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String superName, String[] types) {
      unit = name.replace('/', '.');
    }

    @Override
    public void visitSource(String source, String debug) {
      file = source == null ? "" : source;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      Found method = new Found(access, name, descriptor);
      found.add(method);
      return method;
    }

    List<MethodOutline> methods() {
      return found.stream().map(this::outline).toList();
    }

    private MethodOutline outline(Found each) {
      Optional<SourcePosition> source =
          file.isEmpty() ? Optional.empty() : Optional.of(new SourcePosition(file, each.line));
      CodeRegion region = region(unit, each.name, each.descriptor, source);
      return new MethodOutline(region, each.access, each.intrinsic);
    }
  }

  /** A method, and what is found out about it. */
  private static final class Found extends MethodVisitor {
    private static final String INTRINSIC = "Ljdk/internal/vm/annotation/IntrinsicCandidate;";

    final int access;
    final String name;
    final String descriptor;
    int line;
    boolean intrinsic;

    Found(int access, String name, String descriptor) {
      super(Opcodes.ASM9);
      this.access = access;
      this.name = name;
      this.descriptor = descriptor;
    }

    @Override
    public AnnotationVisitor visitAnnotation(String type, boolean visible) {
      intrinsic |= type.equals(INTRINSIC);
      return null;
    }

    @Override
    public void visitLineNumber(int number, Label start) {
      line = line == 0 ? number : line;
    }
  }
}
