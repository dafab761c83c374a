package io.flowgauge.instrumentation.tracking;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts real processes of executables that nothing else on this machine runs. */
final class Programs implements AutoCloseable {
  private final Path folder;
  private final List<Process> started = new ArrayList<>();

  Programs(Path folder) {
    this.folder = folder;
    assumeTrue(ProcTable.ofSystem().unavailable().isEmpty(), "needs /proc");
    assumeTrue(Files.isExecutable(Path.of("/bin/sleep")), "needs /bin/sleep");
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "needs /bin/bash");
  }

  /** Copies the sleep command under a name. */
  Path sleeper(String name) throws IOException {
    return copy("/bin/sleep", name);
  }

  Path copy(String program, String name) throws IOException {
    Path copy = folder.resolve(name);
    return Files.exists(copy) ? copy : Files.copy(Path.of(program), copy);
  }

  Process start(String... command) throws IOException {
    return start(Map.of(), command);
  }

  Process start(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    synchronized (started) {
      started.add(process);
    }
    return process;
  }

  @Override
  public void close() {
    for (Process process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    started.forEach(process -> process.onExit().join());
  }
}
