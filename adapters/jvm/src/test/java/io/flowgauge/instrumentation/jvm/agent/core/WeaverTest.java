package io.flowgauge.instrumentation.jvm.agent.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.jvm.program.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class WeaverTest {
  private static final String METHOD = "square(I)I";

  private static byte[] original() throws IOException {
    try (InputStream in = Worker.class.getResourceAsStream("Worker.class")) {
      return in.readAllBytes();
    }
  }

  private static byte[] weave(int sensor) throws IOException {
    Weaver weaver = new Weaver(Map.of(METHOD, sensor), Map.of());
    byte[] woven = weaver.weave(original());
    assertThat(weaver.result(METHOD)).isEmpty();
    return woven;
  }

  /**
   * The virtual machine merges the constant pools of all versions of a class, and a pool's size is
   * limited.
   */
  @Test
  void weave_sensorsOfManySessions_haveTheSameConstants() throws IOException {
    byte[] first = constants(weave(0));
    for (int sensor : new int[] {1, 127, 128, 32_767, 32_768, 4096 * 1000 + 7, (1 << 30) - 1}) {
      assertThat(constants(weave(sensor))).as("" + sensor).isEqualTo(first);
    }
  }

  /** Groovy's compiler generates such constructors. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_5, Opcodes.V17})
  void weave_constructorThatCallsOthersInSeveralPlaces_leavesItAsItIs(int version)
      throws Exception {
    Weaver weaver = new Weaver(Map.of("<init>(Z)V", 7, "<init>()V", 8), Map.of());
    byte[] woven = weaver.weave(twoWays(version));

    assertThat(weaver.result("<init>(Z)V")).contains("several places");
    assertThat(weaver.result("<init>()V")).isEmpty();
    Class<?> type = new Maker().make(woven);
    for (boolean way : new boolean[] {false, true}) {
      assertThat(type.getConstructor(boolean.class).newInstance(way)).isNotNull();
    }
  }

  /**
   * Returns a class whose constructor calls another in each of two branches, and creates an object
   * in one.
   */
  private static byte[] twoWays(int version) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(version, Opcodes.ACC_PUBLIC, "TwoWays", null, "java/lang/Object", null);
    MethodVisitor other = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    other.visitCode();
    other.visitVarInsn(Opcodes.ALOAD, 0);
    construct(other, "java/lang/Object");
    other.visitInsn(Opcodes.RETURN);
    other.visitMaxs(0, 0);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "(Z)V", null, null);
    Label second = new Label();
    method.visitCode();
    method.visitVarInsn(Opcodes.ILOAD, 1);
    method.visitJumpInsn(Opcodes.IFEQ, second);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    construct(method, "java/lang/Object");
    method.visitInsn(Opcodes.RETURN);
    method.visitLabel(second);
    if (version > Opcodes.V1_5) {
      Object[] locals = {Opcodes.UNINITIALIZED_THIS, Opcodes.INTEGER};
      method.visitFrame(Opcodes.F_FULL, 2, locals, 0, new Object[0]);
    }
    method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    method.visitInsn(Opcodes.DUP);
    construct(method, "java/lang/Object");
    method.visitInsn(Opcodes.POP);
    method.visitVarInsn(Opcodes.ALOAD, 0);
    construct(method, "TwoWays");
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 0);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void construct(MethodVisitor method, String type) {
    method.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
  }

  /** A class loader whose classes are verified. */
  private static final class Maker extends ClassLoader {
    Class<?> make(byte[] type) {
      return defineClass(null, type, 0, type.length);
    }
  }

  private static byte[] constants(byte[] type) {
    return Arrays.copyOfRange(type, 0, new ClassReader(type).header);
  }
}
