package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.jvm.sensor.Calibration;
import io.flowgauge.instrumentation.jvm.sensor.CallStack;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The agent: has at most one session with a provider at a time. Between sessions it does nothing
 * and has no thread. Thread-safe.
 */
public final class Agent {
  private static final int SESSIONS = 1 << 19;

  private static ProviderSession active;
  private static int sessions;
  private static double costNanos;
  private static Optional<String> counterFailure = Optional.empty();

  private Agent() {}

  /**
   * Begins a session with a provider, or informs it that another provider has one.
   *
   * @param beforeMain whether the program is held before main, until the provider resumes it
   * @throws Exception if the session cannot be set up
   */
  public static void open(String folder, Instrumentation instrumentation, boolean beforeMain)
      throws Exception {
    ProviderSession session = begin(Path.of(folder), instrumentation, beforeMain);
    if (session != null && beforeMain) {
      session.awaitResume();
    }
  }

  private static synchronized ProviderSession begin(
      Path folder, Instrumentation instrumentation, boolean beforeMain) throws Exception {
    SocketChannel channel =
        SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve(AgentProtocol.SOCKET)));
    Link link = new Link(channel);
    try {
      return begin(folder, instrumentation, link, beforeMain);
    } catch (Throwable e) {
      link.close();
      throw e;
    }
  }

  private static ProviderSession begin(
      Path folder, Instrumentation instrumentation, Link link, boolean beforeMain)
      throws Exception {
    if (active != null) {
      link.send(hello(true));
      link.close();
      return null;
    }
    if (sessions == 0) {
      prepare(instrumentation);
    }
    // Only now, with the sensor classes defined, may anything that uses them be loaded.
    ProviderSession session =
        ProviderSession.open(folder, instrumentation, link, sessions++ % SESSIONS, costNanos);
    try {
      System.setProperty(AgentProtocol.FOLDER_PROPERTY, folder.toString());
      link.send(hello(false));
      session.start(beforeMain);
    } catch (Throwable e) {
      session.release(); // The provider may be gone, and nobody else would end the session.
      throw e;
    }
    active = session;
    return session;
  }

  private static void prepare(Instrumentation instrumentation) throws Exception {
    SensorClasses.define(instrumentation);
    counterFailure = CounterClock.install(new Opening(instrumentation));
    Loaded.preloadCaughtClasses();
    Sensors.rehearse();
    costNanos = calibrated();
  }

  private static double calibrated() {
    CallStack before = Sensors.mute();
    try {
      return Calibration.callNanos();
    } finally {
      Sensors.unmute(before);
    }
  }

  private static byte[] hello(boolean taken) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(AgentProtocol.MAGIC);
      out.writeInt(AgentProtocol.VERSION);
      out.writeLong(ProcessHandle.current().pid());
      out.writeBoolean(taken);
      out.writeUTF(counterFailure.orElse(""));
    }
    return bytes.toByteArray();
  }

  static synchronized void ended(ProviderSession session) {
    if (active == session) {
      active = null;
    }
  }
}
