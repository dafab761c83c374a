package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts sensors and changes into the methods of a class file. It adds code and local variables to
 * methods, and nothing else to the class. Not thread-safe.
 */
final class Weaver {
  private static final int FIRST_VERSION_WITH_FRAMES = 50;

  /** The first version of class files whose code can call method handles: Java 7. */
  private static final int FIRST_VERSION_WITH_HANDLES = 51;

  private static final String TOO_LARGE = "it would be longer than the 64 KiB a method may have";

  private static final String TOO_MANY =
      "it would have more variables or a deeper stack than the 65535 a method may have";

  private static final int MOST = 65_535;

  /** The largest stack that sensors and changes need: the arguments of a call, and a few more. */
  private static final int MORE_STACK = 300;

  private final Map<String, Integer> sensors;
  private final Map<String, List<MethodChange>> changes;
  private final Map<String, String> results = new TreeMap<>();
  private final Map<String, String> changeResults = new TreeMap<>();

  /** Creates a weaver for sensors' numbers, and changes, by the linkage name of their method. */
  Weaver(Map<String, Integer> sensors, Map<String, List<MethodChange>> changes) {
    this.sensors = new HashMap<>(sensors);
    this.changes = new HashMap<>(changes);
  }

  /**
   * Returns the class with its sensors and changes. A method that can have no sensor loses it; a
   * method that becomes too large loses its sensor, then its changes. The others are tried again.
   */
  byte[] weave(byte[] original) {
    while (true) {
      try {
        byte[] woven = attempt(original);
        if (!sensors.keySet().removeIf(method -> !results.getOrDefault(method, "").isEmpty())) {
          return woven;
        }
      } catch (MethodTooLargeException e) {
        String method = e.getMethodName() + e.getDescriptor();
        if (sensors.remove(method) != null) {
          results.put(method, TOO_LARGE);
        } else {
          changes.remove(method);
          changeResults.put(method, TOO_LARGE);
        }
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

  /**
   * Returns why a method got no sensor: empty text if it got one; null if there is no such method.
   */
  String result(String linkageName) {
    return results.get(linkageName);
  }

  /**
   * Returns why a method was not changed: empty text if it was; null if there is no such method.
   */
  String changeResult(String linkageName) {
    return changeResults.get(linkageName);
  }

  /** Returns how many variables each method has; leaves out methods without room for more. */
  private Map<String, Integer> localsOf(ClassReader reader) {
    Map<String, Integer> locals = new HashMap<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            String method = name + descriptor;
            return !sensors.containsKey(method) && !changes.containsKey(method)
                ? null
                : new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMaxs(int maxStack, int maxLocals) {
                    if (isRoom(method, maxStack, maxLocals)) {
                      locals.put(method, maxLocals);
                    }
                  }
                };
          }
        },
        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return locals;
  }

  private boolean isRoom(String method, int maxStack, int maxLocals) {
    int more = ChangedMethod.variablesOf(changes.getOrDefault(method, List.of()));
    if (maxStack + MORE_STACK <= MOST && maxLocals + more + SensorMethod.VARIABLES <= MOST) {
      return true;
    }
    results.put(method, TOO_MANY);
    changeResults.put(method, TOO_MANY);
    return false;
  }

  /** Copies the class, and changes the wanted methods. */
  private final class Sensing extends ClassVisitor {
    private final Map<String, Integer> locals;
    private int version;
    private String owner;

    Sensing(ClassWriter writer, Map<String, Integer> locals) {
      super(Opcodes.ASM9, writer);
      this.locals = locals;
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String superName, String[] types) {
      this.version = version & 0xffff;
      this.owner = name;
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
      List<MethodChange> code = changes.getOrDefault(method, List.of());
      boolean frames = version >= FIRST_VERSION_WITH_FRAMES;
      Integer sensor = sensors.get(method);
      if (sensor != null) {
        int before = variables + ChangedMethod.variablesOf(code);
        boolean constructor = name.equals("<init>");
        var weaving = new SensorMethod(next, sensor, before, frames, constructor);
        weaving.atEnd(why -> results.put(method, why.orElse("")));
        next = weaving;
      }
      boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
      var outer = new ChangedMethod.Outer(owner, isStatic, descriptor);
      return code.isEmpty() || !isPossible(method, code)
          ? next
          : new ChangedMethod(next, code, outer, variables, frames);
    }

    private boolean isPossible(String method, List<MethodChange> code) {
      boolean handles =
          code.stream().anyMatch(each -> each.kind() == MethodChange.Kind.REPLACEMENT);
      boolean possible = !handles || version >= FIRST_VERSION_WITH_HANDLES;
      changeResults.put(method, possible ? "" : "its class file is of a Java version before 7");
      return possible;
    }
  }
}
