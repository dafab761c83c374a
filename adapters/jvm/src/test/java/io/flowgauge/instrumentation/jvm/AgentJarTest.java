package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

class AgentJarTest {
  private static List<String> entries() throws IOException {
    List<String> names = new ArrayList<>();
    try (JarInputStream jar = new JarInputStream(new ByteArrayInputStream(AgentJar.bytes()))) {
      for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
        names.add(entry.getName());
      }
    }
    return names;
  }

  @Test
  void entries_forTheTargetsLoader_areTheAgentsEntryAlone() throws Exception {
    assertThat(entries())
        .filteredOn(name -> !name.startsWith("apart/"))
        .containsExactlyInAnyOrder(
            "io/flowgauge/instrumentation/jvm/agent/AgentMain.class",
            "io/flowgauge/instrumentation/jvm/agent/AgentLoader.class");
  }

  @Test
  void entries_apart_holdAgentSensorsAndAsm() throws Exception {
    assertThat(entries())
        .contains(
            "apart/io/flowgauge/instrumentation/jvm/agent/core/ProviderSession.class",
            "apart/io/flowgauge/instrumentation/jvm/sensor/CallStack.class",
            "apart/io/flowgauge/instrumentation/RegionPattern.class",
            "apart/io/flowgauge/clock/TickCounter.class",
            "apart/org/objectweb/asm/ClassReader.class")
        .noneMatch(name -> name.contains("JvmProvider"));
  }

  /**
   * Rewrites a class file, as jlink does when it strips debugging information, or tools that merge
   * jars.
   */
  private static byte[] writtenAnew(String name) throws IOException {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(AgentJar.classFile(name)).accept(writer, ClassReader.SKIP_DEBUG);
    return writer.toByteArray();
  }

  @Test
  void closure_ofClassFilesWrittenAnew_hasAllSensorClasses() throws Exception {
    Set<String> sensors = new HashSet<>(AgentJar.closure(AgentJar::classFile).keySet());
    sensors.removeIf(name -> !name.contains("/sensor/"));

    assertThat(sensors).hasSizeGreaterThan(10);
    assertThat(AgentJar.closure(AgentJarTest::writtenAnew))
        .containsKeys(sensors.toArray(String[]::new));
  }

  @Test
  void bytes_again_areTheSameSize() {
    assertThat(AgentJar.bytes()).hasSameSizeAs(AgentJar.bytes()).hasSizeLessThan(1 << 20);
  }
}
