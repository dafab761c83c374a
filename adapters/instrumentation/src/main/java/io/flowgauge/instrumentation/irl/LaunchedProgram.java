package io.flowgauge.instrumentation.irl;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.LaunchStreams;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A program that was started for a document, and its output in a folder of temporary files, which
 * only its user may read. Not thread-safe.
 */
final class LaunchedProgram {
  private static final int PART_BYTES = 1 << 18;
  private static final Path NOTHING = Path.of("/dev/null");
  private static final System.Logger LOGGER = System.getLogger(LaunchedProgram.class.getName());

  private final Path folder;
  private final InstrumentedProcess process;

  private LaunchedProgram(Path folder, InstrumentedProcess process) {
    this.folder = folder;
    this.process = process;
  }

  static Outcome<LaunchedProgram> start(
      ProcessSelector.Launch launch, InstrumentationProvider provider) {
    Path folder;
    try {
      folder = Files.createTempDirectory("flowgauge-run-");
    } catch (IOException e) {
      return refused("there is no folder for the output of the program", e);
    }
    Outcome<InstrumentedProcess> outcome = startProgram(request(launch, folder), provider);
    if (outcome.refusal().isPresent()) {
      delete(folder);
      return new Outcome.Refused<>(outcome.refusal().get());
    }
    return Outcome.done(new LaunchedProgram(folder, outcome.orThrow()));
  }

  /** Starts a program. If the provider throws instead of refusing, only this program is refused. */
  private static Outcome<InstrumentedProcess> startProgram(
      LaunchRequest request, InstrumentationProvider provider) {
    try {
      return provider.launch(request);
    } catch (RuntimeException e) {
      return Outcome.refused(
          RefusalCode.SYSTEM,
          "provider "
              + provider.name()
              + " failed to start "
              + request.command().get(0)
              + ": "
              + e);
    }
  }

  private static LaunchRequest request(ProcessSelector.Launch launch, Path folder) {
    String home = System.getProperty("user.home");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putIfAbsent("HOME", home);
    environment.putIfAbsent("USER", System.getProperty("user.name"));
    environment.putIfAbsent("LOGNAME", System.getProperty("user.name"));
    environment.putAll(launch.variables());
    return LaunchRequest.of(launch.command())
        .withEnvironment(environment)
        .withDirectory(launch.directory().orElse(Path.of(home)))
        .withStreams(
            new LaunchStreams(
                NOTHING,
                file(folder, OutputPart.Stream.OUTPUT),
                file(folder, OutputPart.Stream.ERRORS)));
  }

  private static Path file(Path folder, OutputPart.Stream stream) {
    return folder.resolve(stream == OutputPart.Stream.OUTPUT ? "output" : "errors");
  }

  private static <T> Outcome<T> refused(String what, IOException e) {
    return new Outcome.Refused<>(new Refusal(RefusalCode.SYSTEM, what + ": " + e));
  }

  InstrumentedProcess process() {
    return process;
  }

  Outcome<OutputPart> output(IrlRequest.GetOutput request) {
    ByteBuffer bytes = ByteBuffer.allocate(PART_BYTES);
    long written;
    try (FileChannel channel = FileChannel.open(file(folder, request.stream()))) {
      int read = 0;
      while (read >= 0 && bytes.hasRemaining()) {
        read = channel.read(bytes, request.from() + bytes.position());
      }
      written = Math.max(channel.size(), request.from() + bytes.position());
    } catch (IOException e) {
      return refused("the output of process " + process.process().pid() + " cannot be read", e);
    }
    return Outcome.done(
        new OutputPart(
            request.stream(),
            request.from(),
            Arrays.copyOf(bytes.array(), bytes.position()),
            written));
  }

  /**
   * Asks the program to end. If it has ended already, nothing is sent, because its number may
   * belong to another process.
   */
  ProcessStatus terminate() {
    ProcessStatus status = process.status();
    if (status.isAlive() || status.state() == ProcessStatus.State.EXECED) {
      ProcessHandle.of(process.process().pid()).ifPresent(ProcessHandle::destroy);
    }
    return status;
  }

  /**
   * Releases the program. If it has not been resumed, it is killed, because nobody will resume it.
   * If it is running, its output is kept for its user to find.
   */
  Outcome<ProcessStatus> release() {
    ProcessStatus.State state = process.status().state();
    if (state == ProcessStatus.State.STARTING) {
      ProcessHandle.of(process.process().pid()).ifPresent(ProcessHandle::destroyForcibly);
    }
    Outcome<ProcessStatus> outcome = process.detach();
    if (state == ProcessStatus.State.STARTING || state == ProcessStatus.State.EXITED) {
      delete(folder);
    } else {
      LOGGER.log(
          System.Logger.Level.INFO,
          () -> "process " + process.process().pid() + " continues and writes to " + folder);
    }
    return outcome;
  }

  private static void delete(Path folder) {
    try {
      for (OutputPart.Stream stream : OutputPart.Stream.values()) {
        Files.deleteIfExists(file(folder, stream));
      }
      Files.delete(folder);
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.WARNING, "cannot delete the output in " + folder, e);
    }
  }
}
