package io.flowgauge.instrumentation.jvm.agent;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Loads the agent's classes from a folder in its jar. All are read at once, so that the file can be
 * deleted. Sees only the JDK's classes, and none of the target's.
 */
final class AgentLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  private static final String APART = "apart/";

  /** Package of the sensor classes, which are defined in the bootstrap class loader only. */
  private static final String SENSOR = "io.flowgauge.instrumentation.jvm.sensor.";

  private final Map<String, byte[]> classes = new HashMap<>();

  AgentLoader(String folder) throws IOException {
    super(ClassLoader.getPlatformClassLoader());
    try (JarFile jar = new JarFile(folder + "/agent.jar")) {
      for (ZipEntry entry : jar.stream().toArray(ZipEntry[]::new)) {
        if (entry.getName().startsWith(APART)) {
          try (InputStream in = jar.getInputStream(entry)) {
            classes.put(entry.getName().substring(APART.length()), in.readAllBytes());
          }
        }
      }
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] bytes = classes.get(name.replace('.', '/') + ".class");
    if (bytes == null || name.startsWith(SENSOR)) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    byte[] bytes = classes.get(name);
    return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
  }
}
