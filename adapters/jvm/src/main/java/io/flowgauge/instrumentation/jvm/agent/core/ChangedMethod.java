package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.jvm.agent.core.MethodChange.Kind;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Weaves changes into a method. A method whose argument and result are rewritten becomes:
 *
 * <pre>{@code
 * boolean first = Rewrites.meets(a, 7, 0);
 * boolean second = Rewrites.meets(a, 8, 0) & Rewrites.meets(b, 8, 1);
 * a = Rewrites.chosen(a, first, 7);
 * // the body; each return: return Rewrites.chosen(result, second, 8)
 * }</pre>
 *
 * All conditions see the arguments as the caller gave them. The new variables come after the
 * method's own and before those of a sensor, which encloses all of this.
 */
final class ChangedMethod extends MethodVisitor {
  private static final String REWRITES = "io/flowgauge/instrumentation/jvm/sensor/Rewrites";
  private static final String HANDLE = "java/lang/invoke/MethodHandle";

  /**
   * Stack slots needed in addition: a result or condition takes two, whether conditions are met
   * one, the rest is for a number while it is composed.
   */
  private static final int STACK = 6;

  private final List<MethodChange> changes;
  private final Outer outer;
  private final int variables;
  private final boolean frames;

  /**
   * The method that is changed.
   *
   * @param owner internal name of its class
   */
  record Outer(String owner, boolean isStatic, String descriptor) {
    /** Returns the variable that holds an argument. */
    int variable(int argument) {
      Type[] types = Type.getArgumentTypes(descriptor);
      return (isStatic ? 0 : 1) + Arrays.stream(types, 0, argument).mapToInt(Type::getSize).sum();
    }

    Type argument(int index) {
      return Type.getArgumentTypes(descriptor)[index];
    }

    Type result() {
      return Type.getReturnType(descriptor);
    }

    /** Returns the descriptor of a static method with the same arguments, the object first. */
    String flatDescriptor() {
      return isStatic ? descriptor : "(L" + owner + ";" + descriptor.substring(1);
    }
  }

  /**
   * Creates a visitor of a method.
   *
   * @param variables how many variables the method itself has
   */
  ChangedMethod(
      MethodVisitor next, List<MethodChange> changes, Outer outer, int variables, boolean frames) {
    super(Opcodes.ASM9, next);
    this.changes = changes;
    this.outer = outer;
    this.variables = variables;
    this.frames = frames;
  }

  /** Returns how many variables changes need. */
  static int variablesOf(List<MethodChange> changes) {
    return (int) changes.stream().filter(MethodChange::isConditional).count();
  }

  @Override
  public void visitCode() {
    super.visitCode();
    int variable = variables;
    for (MethodChange each : changes) {
      if (each.isConditional()) {
        conditions(each);
        super.visitVarInsn(Opcodes.ISTORE, variable++);
      }
    }
    weaveAll(Kind.ARGUMENT, this::argument);
    weaveAll(Kind.OBJECT, (change, metVariable) -> object(change));
    weaveAll(Kind.REPLACEMENT, (change, metVariable) -> replacement(change));
  }

  /** Weaves a change; receives the variable that says whether its conditions are met, or -1. */
  @FunctionalInterface
  private interface Weaving {
    void weave(MethodChange change, int metVariable);
  }

  private void weaveAll(Kind kind, Weaving weaving) {
    int variable = variables;
    for (MethodChange each : changes) {
      int metVariable = each.isConditional() ? variable++ : -1;
      if (each.kind() == kind) {
        weaving.weave(each, metVariable);
      }
    }
  }

  private void conditions(MethodChange change) {
    for (int k = 0; k < change.conditions().size(); k++) {
      int argument = change.conditions().get(k);
      Type type = outer.argument(argument);
      super.visitVarInsn(type.getOpcode(Opcodes.ILOAD), outer.variable(argument));
      boolean fraction = type.getSort() == Type.FLOAT || type.getSort() == Type.DOUBLE;
      if (type.getSort() == Type.FLOAT) {
        super.visitInsn(Opcodes.F2D);
      } else if (!fraction && type.getSort() != Type.LONG) {
        super.visitInsn(Opcodes.I2L);
      }
      Frames.pushNumber(mv, change.number());
      super.visitIntInsn(Opcodes.SIPUSH, k);
      callRewrites("meets", fraction ? "(DII)Z" : "(JII)Z");
      if (k > 0) {
        super.visitInsn(Opcodes.IAND);
      }
    }
  }

  private void argument(MethodChange change, int metVariable) {
    Type type = outer.argument(change.argument());
    int variable = outer.variable(change.argument());
    super.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
    choose(type, change, metVariable);
    super.visitVarInsn(type.getOpcode(Opcodes.ISTORE), variable);
  }

  private void choose(Type type, MethodChange change, int metVariable) {
    if (metVariable < 0) {
      super.visitInsn(Opcodes.ICONST_1);
    } else {
      super.visitVarInsn(Opcodes.ILOAD, metVariable);
    }
    Frames.pushNumber(mv, change.number());
    String kind =
        switch (type.getSort()) {
          case Type.LONG, Type.FLOAT, Type.DOUBLE -> type.getDescriptor();
          default -> "I";
        };
    callRewrites("chosen", "(" + kind + "ZI)" + kind);
  }

  private void callRewrites(String method, String descriptor) {
    super.visitMethodInsn(Opcodes.INVOKESTATIC, REWRITES, method, descriptor, false);
  }

  private void object(MethodChange change) {
    super.visitVarInsn(Opcodes.ALOAD, 0);
    Frames.pushNumber(mv, change.number());
    callRewrites("see", "(Ljava/lang/Object;I)V");
  }

  /**
   * Weaves the call of the replacement. The method's own code follows, for calls that find the
   * change undone.
   */
  private void replacement(MethodChange change) {
    Label own = new Label();
    Frames.pushNumber(mv, change.number());
    callRewrites("replacement", "(I)L" + HANDLE + ";");
    super.visitInsn(Opcodes.DUP);
    super.visitJumpInsn(Opcodes.IFNULL, own);
    int variable = 0;
    for (Type type : Type.getArgumentTypes(outer.flatDescriptor())) {
      super.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
      variable += type.getSize();
    }
    super.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, HANDLE, "invokeExact", outer.flatDescriptor(), false);
    visitInsn(outer.result().getOpcode(Opcodes.IRETURN));
    super.visitLabel(own);
    Object[] locals = Frames.atBegin(outer.owner(), outer.isStatic(), outer.descriptor());
    visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {HANDLE});
    super.visitInsn(Opcodes.POP);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode >= Opcodes.IRETURN && opcode < Opcodes.RETURN) {
      weaveAll(Kind.RESULT, (change, metVariable) -> choose(outer.result(), change, metVariable));
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
    int more = variablesOf(changes);
    if (!frames) {
      return;
    }
    Object[] met = new Object[more];
    Arrays.fill(met, Opcodes.INTEGER);
    Object[] locals =
        more == 0 ? Arrays.copyOf(local, count) : Frames.extended(local, count, variables, met);
    super.visitFrame(type, locals.length, locals, stackCount, stack);
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    int call = 1 + (Type.getArgumentsAndReturnSizes(outer.flatDescriptor()) >> 2);
    super.visitMaxs(Math.max(maxStack + STACK, STACK + call), variables + variablesOf(changes));
  }
}
