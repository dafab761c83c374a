package io.flowgauge.instrumentation.jvm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.CodeSource;

/**
 * The agent's entry, its only class that the target's own loader sees. Each attachment calls it
 * with the provider's folder; the classes that the first call loads serve all attachments.
 * Thread-safe.
 */
public final class AgentMain {
  /** The file in the folder that says why the agent did not start. */
  public static final String FAILURE = "failure";

  private static final String CORE = "io.flowgauge.instrumentation.jvm.agent.core.Agent";

  /** A name that no jar contains, so that all jars are searched. */
  private static final String NOWHERE = "io/flowgauge/instrumentation/jvm/nowhere";

  private static Method open;

  private AgentMain() {}

  /**
   * Starts the agent of {@code -javaagent}; returns when the provider lets the program continue.
   */
  public static void premain(String folder, Instrumentation instrumentation) {
    try {
      start(folder, instrumentation, true);
    } catch (Exception | LinkageError e) {
      // Rethrown, it would end the program.
      System.err.println("flowgauge: no sensors, because the agent failed: " + e);
    }
  }

  /** Starts the agent in a running virtual machine. */
  public static void agentmain(String folder, Instrumentation instrumentation) {
    try {
      start(folder, instrumentation, false);
    } catch (Throwable e) {
      // Rethrown, it would be printed among the program's output.
      report(folder, e);
    }
  }

  /** Writes to a stream, because channels need memory outside the heap, which may be used up. */
  private static void report(String folder, Throwable failure) {
    try (OutputStream out = new FileOutputStream(folder + "/" + FAILURE)) {
      out.write(failure.toString().getBytes(UTF_8));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      return; // Then the provider notices that the agent has not connected.
    }
  }

  private static synchronized void start(
      String folder, Instrumentation instrumentation, boolean beforeMain) throws Exception {
    if (!isLoadedFrom(folder)) {
      openJar();
    }
    if (open == null) {
      Class<?> core = new AgentLoader(folder).loadClass(CORE);
      open = core.getMethod("open", String.class, Instrumentation.class, boolean.class);
    }
    try {
      open.invoke(null, folder, instrumentation, beforeMain);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("agent: " + e.getCause(), e.getCause());
    }
  }

  private static boolean isLoadedFrom(String folder) {
    CodeSource source = AgentMain.class.getProtectionDomain().getCodeSource();
    return source != null && source.getLocation().getPath().equals(folder + "/agent.jar");
  }

  /**
   * Makes the system class loader open the jar, although it will not find any further class of the
   * agent there. The virtual machine has put the jar on the class path for good, and once it is
   * deleted, anybody may create another file of that name.
   */
  private static void openJar() {
    try {
      ClassLoader.getSystemClassLoader().getResource(NOWHERE);
    } catch (RuntimeException | LinkageError e) {
      return; // The loader may be the program's code.
    }
  }
}
