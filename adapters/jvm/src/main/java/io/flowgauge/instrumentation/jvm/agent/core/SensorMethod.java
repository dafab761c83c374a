package io.flowgauge.instrumentation.jvm.agent.core;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Weaves a sensor into a method, which becomes:
 *
 * <pre>{@code
 * CallStack stack = Sensors.enter(7);
 * int call = stack.depth;
 * try {
 *   // the body; before each return: stack.exit(call)
 * } catch (Throwable e) {
 *   stack.exit(call);
 *   throw e;
 * }
 * }</pre>
 *
 * In a constructor, the sensor begins after the call of another constructor, because an exception
 * cannot be caught before that. The two variables come after the method's own, and every frame gets
 * them, too.
 */
final class SensorMethod extends MethodVisitor {
  /** How many variables it adds to the method. */
  static final int VARIABLES = 2;

  private static final String SENSORS = "io/flowgauge/instrumentation/jvm/sensor/Sensors";
  private static final String CALL_STACK = "io/flowgauge/instrumentation/jvm/sensor/CallStack";
  private static final int STACK_OF_EXIT = 2;
  private static final int STACK_OF_HANDLER = 1 + STACK_OF_EXIT;

  private final int sensor;
  private final int callStackVariable;
  private final int callVariable;
  private final boolean frames;
  private final boolean constructor;
  private final Label begin = new Label();
  private Consumer<Optional<String>> atEnd = why -> {};
  private boolean entered;
  private boolean inPieces;
  private int newObjects;

  SensorMethod(MethodVisitor next, int sensor, int variables, boolean frames, boolean constructor) {
    super(Opcodes.ASM9, next);
    this.sensor = sensor;
    this.callStackVariable = variables;
    this.callVariable = variables + 1;
    this.frames = frames;
    this.constructor = constructor;
  }

  /**
   * Sets what receives, at the end, the reason why there can be no sensor; empty if there can. With
   * a reason, the result must not be used.
   */
  void atEnd(Consumer<Optional<String>> listener) {
    atEnd = listener;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    if (!constructor) {
      enter();
    }
  }

  private void enter() {
    Frames.pushNumber(mv, sensor);
    super.visitMethodInsn(Opcodes.INVOKESTATIC, SENSORS, "enter", "(I)L" + CALL_STACK + ";", false);
    super.visitVarInsn(Opcodes.ASTORE, callStackVariable);
    super.visitVarInsn(Opcodes.ALOAD, callStackVariable);
    super.visitFieldInsn(Opcodes.GETFIELD, CALL_STACK, "depth", "I");
    super.visitVarInsn(Opcodes.ISTORE, callVariable);
    super.visitLabel(begin);
    entered = true;
  }

  private void exit() {
    super.visitVarInsn(Opcodes.ALOAD, callStackVariable);
    super.visitVarInsn(Opcodes.ILOAD, callVariable);
    super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, CALL_STACK, "exit", "(I)V", false);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    if (opcode == Opcodes.NEW) {
      newObjects++;
    }
    super.visitTypeInsn(opcode, type);
  }

  /** The first call of a constructor that does not belong to a new object is for this object. */
  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    if (!constructor || opcode != Opcodes.INVOKESPECIAL || !name.equals("<init>")) {
      return;
    }
    if (newObjects > 0) {
      newObjects--;
    } else if (entered) {
      inPieces = true;
    } else {
      enter();
    }
  }

  @Override
  public void visitInsn(int opcode) {
    if (entered && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
      exit();
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitFrame(int type, int count, Object[] local, int stackCount, Object[] stack) {
    inPieces |= entered && isUninitialized(local, count);
    if (!entered) {
      super.visitFrame(type, count, local, stackCount, stack);
      return;
    }
    Object[] locals = withSensor(local, count);
    super.visitFrame(type, locals.length, locals, stackCount, stack);
  }

  /**
   * Returns why there can be no sensor. A constructor that calls others in several places, as
   * Groovy's compiler makes it, has no single place after such a call: the virtual machine would
   * reject it with a sensor.
   */
  private Optional<String> whyNot() {
    if (inPieces) {
      return Optional.of("it calls other constructors in several places");
    }
    return entered ? Optional.empty() : Optional.of("it never calls a constructor");
  }

  private static boolean isUninitialized(Object[] local, int count) {
    return Arrays.asList(local).subList(0, count).contains(Opcodes.UNINITIALIZED_THIS);
  }

  /** Returns a frame's variables, padded, and the sensor's two. */
  private Object[] withSensor(Object[] local, int count) {
    return Frames.extended(local, count, callStackVariable, CALL_STACK, Opcodes.INTEGER);
  }

  /** Adds the handler last, so that the method's own handlers take precedence. */
  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    atEnd.accept(whyNot());
    if (!entered) {
      super.visitMaxs(maxStack, maxLocals);
      return;
    }
    Label end = new Label();
    super.visitLabel(end);
    super.visitTryCatchBlock(begin, end, end, null);
    if (frames) {
      Object[] locals = withSensor(new Object[0], 0);
      Object[] stack = {"java/lang/Throwable"};
      super.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, stack);
    }
    exit();
    super.visitInsn(Opcodes.ATHROW);
    super.visitMaxs(Math.max(maxStack + STACK_OF_EXIT, STACK_OF_HANDLER), callVariable + 1);
  }
}
