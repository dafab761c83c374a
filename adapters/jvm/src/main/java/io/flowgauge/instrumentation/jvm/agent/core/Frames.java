package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Frames and instructions that several visitors of methods need. Stateless. */
final class Frames {
  private static final int SHORT_BITS = 15;

  private Frames() {}

  /** Returns a frame's variables, padded up to a given variable, and more from there on. */
  static Object[] extended(Object[] local, int count, int from, Object... more) {
    List<Object> locals = new ArrayList<>(Arrays.asList(local).subList(0, count));
    int size = 0;
    for (Object variable : locals) {
      boolean wide = variable == Opcodes.LONG || variable == Opcodes.DOUBLE;
      size += wide ? 2 : 1;
    }
    for (; size < from; size++) {
      locals.add(Opcodes.TOP);
    }
    locals.addAll(Arrays.asList(more));
    return locals.toArray();
  }

  /** Returns the variables at the beginning of a method that is not a constructor. */
  static Object[] atBegin(String owner, boolean isStatic, String descriptor) {
    List<Object> locals = new ArrayList<>();
    if (!isStatic) {
      locals.add(owner);
    }
    for (Type type : Type.getArgumentTypes(descriptor)) {
      locals.add(
          switch (type.getSort()) {
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.OBJECT, Type.ARRAY -> type.getInternalName();
            default -> Opcodes.INTEGER;
          });
    }
    return locals.toArray();
  }

  /**
   * Pushes a number composed of two short ones. Each session uses other numbers, and the virtual
   * machine keeps the constants of all versions of a class, so that numbers as constants would fill
   * its pool.
   */
  static void pushNumber(MethodVisitor to, int number) {
    int high = number >>> SHORT_BITS;
    if (high > Short.MAX_VALUE) {
      to.visitLdcInsn(number);
      return;
    }
    to.visitIntInsn(Opcodes.SIPUSH, high);
    to.visitIntInsn(Opcodes.BIPUSH, SHORT_BITS);
    to.visitInsn(Opcodes.ISHL);
    to.visitIntInsn(Opcodes.SIPUSH, number & Short.MAX_VALUE);
    to.visitInsn(Opcodes.IOR);
  }
}
