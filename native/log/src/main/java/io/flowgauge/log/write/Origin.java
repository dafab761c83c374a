package io.flowgauge.log.write;

import io.flowgauge.log.StreamIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The part of the identity that all streams of a log share. */
record Origin(String host, String program, long processId, Optional<Instant> processStart) {
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final String SHARED = "shared";
  private static final ProcessHandle PROCESS = ProcessHandle.current();

  /** Read only once, because the system reads several files for it. */
  private static final Optional<Instant> START = PROCESS.info().startInstant();

  static Origin ofThisProcess() {
    return new Origin(hostName(), mainClass(), PROCESS.pid(), START);
  }

  /** Returns the host name without using the network, which can be slow. */
  private static String hostName() {
    try {
      return Files.readString(HOST_NAME).strip();
    } catch (IOException e) {
      return System.getenv().getOrDefault("COMPUTERNAME", "localhost");
    }
  }

  private static String mainClass() {
    String command = System.getProperty("sun.java.command", "java").strip();
    return command.split("\\s", 2)[0];
  }

  Origin withHost(String name) {
    return new Origin(name, program, processId, processStart);
  }

  Origin withProgram(String name) {
    return new Origin(host, name, processId, processStart);
  }

  /** Returns the identity of a thread's stream, or of a shared stream if there is no owner. */
  StreamIdentity identity(Thread owner) {
    long id = owner == null ? 0 : owner.getId();
    String name = owner == null ? SHARED : owner.getName();
    return new StreamIdentity(host, program, processId, processStart, id, name);
  }
}
