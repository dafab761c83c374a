package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.LaunchStreams;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Starts a {@code java} command with the agent, which waits before main. Other commands are
 * refused: an option in the environment would also reach the Java processes that they start in
 * turn.
 */
final class JavaLaunch {
  private static final Set<String> LAUNCHERS = Set.of("java", "javaw", "java.exe", "javaw.exe");
  private static final Duration REPORTS_WITHIN = Duration.ofSeconds(60);

  private JavaLaunch() {}

  static boolean isLauncher(Path program) {
    Path file = program.getFileName();
    return file != null && LAUNCHERS.contains(file.toString());
  }

  static Outcome<InstrumentedProcess> start(LaunchRequest request) {
    String program = request.command().get(0);
    if (!isLauncher(Path.of(program))) {
      return Outcome.refused(
          RefusalCode.UNSUPPORTED,
          program + " is not a java command; start it yourself and attach to its Java process");
    }
    Folder folder;
    try {
      folder = Folder.create(Optional.empty());
    } catch (IOException e) {
      return Folder.refused(e);
    }
    Outcome<InstrumentedProcess> outcome = start(request, folder);
    if (outcome instanceof Outcome.Refused) {
      folder.abandon();
    } else {
      folder.close();
    }
    return outcome;
  }

  private static Outcome<InstrumentedProcess> start(LaunchRequest request, Folder folder) {
    Process process;
    try {
      process = builder(request, folder).start();
    } catch (IOException e) {
      return Outcome.refused(
          RefusalCode.ARGUMENT, request.command().get(0) + " cannot be started: " + e.getMessage());
    }
    JavaTarget target = JavaTarget.of(process, "");
    Outcome<InstrumentedProcess> outcome =
        AgentHandshake.begin(folder, target, REPORTS_WITHIN, true);
    if (outcome instanceof Outcome.Refused) {
      process.destroyForcibly();
    }
    return outcome;
  }

  private static ProcessBuilder builder(LaunchRequest request, Folder folder) {
    List<String> command = new ArrayList<>(request.command());
    command.add(1, "-javaagent:" + folder.jar() + "=" + folder.path());
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().clear();
    builder.environment().putAll(request.environment());
    request.directory().ifPresent(directory -> builder.directory(directory.toFile()));
    request.streams().ifPresent(streams -> redirect(builder, streams));
    return builder;
  }

  private static void redirect(ProcessBuilder builder, LaunchStreams streams) {
    builder.redirectInput(streams.input().toFile());
    builder.redirectOutput(Redirect.appendTo(streams.output().toFile()));
    builder.redirectError(Redirect.appendTo(streams.errors().toFile()));
  }
}
