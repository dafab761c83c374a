package io.flowgauge.instrumentation.jvm;

import io.flowgauge.clock.TickCounter;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.jvm.agent.AgentMain;
import io.flowgauge.instrumentation.jvm.agent.core.Agent;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.objectweb.asm.ClassReader;

/**
 * The agent's jar, assembled from the classes of this library and of ASM that the agent's entry
 * classes refer to, directly or not. Everything but the entry classes is in a folder that only the
 * agent's own class loader reads. Thread-safe.
 */
final class AgentJar {
  private static final String ASM = "org/objectweb/asm/";
  private static final List<String> PREFIXES =
      List.of("io/flowgauge/instrumentation/", "io/flowgauge/clock/", ASM);

  /** One class of each module that classes are taken from. */
  private static final List<Class<?>> MODULES =
      List.of(AgentJar.class, CodeRegion.class, TickCounter.class, ClassReader.class);

  /**
   * The layout is named because other classes use only its constants. The compiler records the
   * class in them anyway, but tools that rewrite class files, such as jlink without debugging
   * information, drop it.
   */
  private static final List<Class<?>> ROOTS =
      List.of(AgentMain.class, Agent.class, Sensors.class, Layout.class);

  private static final String ENTRY = "io/flowgauge/instrumentation/jvm/agent/";
  private static final String ENTRY_CORE = ENTRY + "core/";
  private static final String APART = "apart/";
  private static final int CLASS_CONSTANT = 7;

  private static byte[] jar;

  private AgentJar() {}

  /** Returns the jar's bytes. */
  static synchronized byte[] bytes() {
    if (jar == null) {
      try {
        jar = build(closure(AgentJar::classFile));
      } catch (IOException e) {
        throw new UncheckedIOException("a class of the agent cannot be read", e);
      }
    }
    return jar.clone();
  }

  /** Finds class files by the name of their class. */
  @FunctionalInterface
  interface ClassFiles {
    byte[] get(String name) throws IOException;
  }

  static Map<String, byte[]> closure(ClassFiles files) throws IOException {
    Map<String, byte[]> found = new LinkedHashMap<>();
    Deque<String> open = new ArrayDeque<>();
    for (Class<?> root : ROOTS) {
      open.add(root.getName().replace('.', '/'));
    }
    while (!open.isEmpty()) {
      String name = open.remove();
      if (!found.containsKey(name)) {
        byte[] bytes = files.get(name);
        found.put(name, bytes);
        addReferences(bytes, open);
      }
    }
    return found;
  }

  static byte[] classFile(String name) throws IOException {
    for (Class<?> of : MODULES) {
      try (InputStream in = of.getResourceAsStream("/" + name + ".class")) {
        if (in != null) {
          return in.readAllBytes();
        }
      }
    }
    throw new IOException("missing: " + name);
  }

  /** Adds the classes among a class file's constants. */
  private static void addReferences(byte[] bytes, Deque<String> names) {
    ClassReader reader = new ClassReader(bytes);
    char[] buffer = new char[reader.getMaxStringLength()];
    for (int k = 1; k < reader.getItemCount(); k++) {
      int at = reader.getItem(k);
      if (at > 0 && bytes[at - 1] == CLASS_CONSTANT) {
        String name = reader.readUTF8(at, buffer);
        if (name != null && PREFIXES.stream().anyMatch(name::startsWith)) {
          names.add(name);
        }
      }
    }
  }

  private static byte[] build(Map<String, byte[]> classes) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream out = new JarOutputStream(bytes, manifest())) {
      for (Map.Entry<String, byte[]> each : classes.entrySet()) {
        String name = each.getKey();
        boolean entry = name.startsWith(ENTRY) && !name.startsWith(ENTRY_CORE);
        out.putNextEntry(new JarEntry((entry ? "" : APART) + name + ".class"));
        out.write(each.getValue());
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static Manifest manifest() {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Agent-Class", AgentMain.class.getName());
    main.putValue("Premain-Class", AgentMain.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    return manifest;
  }
}
