package io.flowgauge.instrumentation.jvm.agent.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.jvm.program.Worker;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.jvm.sensor.SharedMemory;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Transformation of classes as they are loaded. */
class SensorTransformerTest {
  /** Limit of a method's bytes, of its variables, and of values on its stack. */
  private static final int MOST = 65_535;

  /** Number of names that still fit on the disk. */
  private int room = Integer.MAX_VALUE;

  private final ByteBuffer bytes = ByteBuffer.allocateDirect(Layout.RECORDS_AT);
  private final Registry registry = new Registry(new DataOutputStream(new Names()));
  private final SensorTransformer transformer =
      new SensorTransformer(
          registry, new Eligibility(null), new SharedMemory(bytes, null, 0), 0, 0);

  /** The file with the names of regions, on a disk that may become full. */
  private final class Names extends OutputStream {
    @Override
    public void write(int one) {}

    @Override
    public void flush() throws IOException {
      if (--room < 0) {
        throw new IOException("No space left on device");
      }
    }
  }

  /** Returns a class with a method of a given size. */
  private static byte[] type(String name, int length, int stack, int locals) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
    method.visitCode();
    for (int k = 1; k < length; k++) {
      method.visitInsn(Opcodes.NOP);
    }
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(stack, locals);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private int flags(int region) {
    int at = Layout.REGIONS_AT + region * Layout.REGION_SIZE + Layout.REGION_FLAGS;
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).getInt(at);
  }

  @ParameterizedTest
  @CsvSource({
    "100, 0, 0, 1",
    MOST + ", 0, 0, 0",
    "100, " + MOST + ", 0, 0",
    "100, 0, " + MOST + ", 0"
  })
  void transform_classBeingLoaded_showsSensorsThatAreIn(
      int length, int stack, int locals, int installed) throws Exception {
    transformer
        .standingRequests()
        .add(new StandingRequest(List.of(RegionPattern.ALL), List.of(), 1, 0));
    byte[] type = type("made/Large", length, stack, locals);
    try (URLClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader())) {
      byte[] changed = transformer.transform(loader, "made/Large", null, null, type);
      assertThat(changed.length > type.length).isEqualTo(installed == 1);
      assertThat(flags(0)).isEqualTo(installed);
      assertThat(registry.wanted()).hasSize(installed);
    }
  }

  @Test
  void transform_roomForSomeNames_showsNoSensorAndPutsAllInLater() throws Exception {
    transformer
        .standingRequests()
        .add(new StandingRequest(List.of(RegionPattern.ALL), List.of(), 1, 0));
    byte[] type;
    try (InputStream in = Worker.class.getResourceAsStream("Worker.class")) {
      type = in.readAllBytes();
    }
    String name = Worker.class.getName().replace('.', '/');
    try (URLClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader())) {
      room = 1;
      assertThat(transformer.transform(loader, name, null, null, type)).isNull();
      assertThat(registry.wanted()).isEmpty();
      assertThat(flags(0)).isZero();

      room = Integer.MAX_VALUE;
      assertThat(transformer.transform(loader, name, null, null, type)).isNotNull();
      assertThat(registry.wanted()).hasSizeGreaterThan(1);
    }
  }
}
