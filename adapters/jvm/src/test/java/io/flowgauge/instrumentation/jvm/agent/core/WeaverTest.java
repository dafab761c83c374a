package io.flowgauge.instrumentation.jvm.agent.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.jvm.program.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

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

  /** The virtual machine merges the pools of all versions of a class, and a pool has an end. */
  @Test
  void weave_sensorsOfManySessions_haveTheSameConstants() throws IOException {
    byte[] first = constants(weave(0));
    for (int sensor : new int[] {1, 127, 128, 32_767, 32_768, 4096 * 1000 + 7, (1 << 30) - 1}) {
      assertThat(constants(weave(sensor))).as("" + sensor).isEqualTo(first);
    }
  }

  private static byte[] constants(byte[] type) {
    return Arrays.copyOfRange(type, 0, new ClassReader(type).header);
  }
}
