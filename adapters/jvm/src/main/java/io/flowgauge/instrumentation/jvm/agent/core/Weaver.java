package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts sensors into the methods of a class file. It adds code and two local variables to each
 * method, nothing to the class. Not thread-safe.
 */
final class Weaver {
  private static final int FIRST_VERSION_WITH_FRAMES = 50;

  private final Map<String, Integer> sensors;
  private final Map<String, String> results = new TreeMap<>();

  /** Of sensors' numbers by linkage name. */
  Weaver(Map<String, Integer> sensors) {
    this.sensors = new HashMap<>(sensors);
  }

  /**
   * The class with sensors. A method that becomes too large is left out, and the others tried
   * again.
   */
  byte[] weave(byte[] original) {
    while (true) {
      try {
        return attempt(original);
      } catch (MethodTooLargeException e) {
        String method = e.getMethodName() + e.getDescriptor();
        results.put(method, "it would be longer than the 64 KiB a method may have");
        sensors.remove(method);
      }
    }
  }

  private byte[] attempt(byte[] original) {
    ClassReader reader = new ClassReader(original);
    Map<String, Integer> locals = localsOf(reader);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(new Sensing(writer, locals), ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  /** Why a method got no sensor: a reason, or empty if it got one; null if there is no such one. */
  String result(String linkageName) {
    return results.get(linkageName);
  }

  /** How many variables each method has, behind which there is room for the sensor's. */
  private Map<String, Integer> localsOf(ClassReader reader) {
    Map<String, Integer> locals = new HashMap<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return !sensors.containsKey(name + descriptor)
                ? null
                : new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMaxs(int maxStack, int maxLocals) {
                    locals.put(name + descriptor, maxLocals);
                  }
                };
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return locals;
  }

  /** Visits the class, and changes the methods wanted. */
  private final class Sensing extends ClassVisitor {
    private final Map<String, Integer> locals;
    private boolean frames;

    Sensing(ClassWriter writer, Map<String, Integer> locals) {
      super(Opcodes.ASM9, writer);
      this.locals = locals;
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String superName, String[] types) {
      frames = (version & 0xffff) >= FIRST_VERSION_WITH_FRAMES;
      super.visit(version, access, name, signature, superName, types);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      String method = name + descriptor;
      Integer variables = locals.get(method);
      if (variables == null) {
        return next;
      }
      boolean constructor = name.equals("<init>");
      var weaving = new SensorMethod(next, sensors.get(method), variables, frames, constructor);
      weaving.atEnd(woven -> results.put(method, woven ? "" : "it never calls a constructor"));
      return weaving;
    }
  }
}
