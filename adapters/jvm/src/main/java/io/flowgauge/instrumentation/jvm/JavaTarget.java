package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.TargetProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A Java process, known by its handle and, if this process started it, as a child. Thread-safe. */
final class JavaTarget {
  private static final Duration END = Duration.ofMillis(500);
  private static final long LOOK_EVERY_MILLIS = 5;

  private final ProcessHandle handle;
  private final Optional<Process> child;
  private final TargetProcess process;

  private JavaTarget(ProcessHandle handle, Optional<Process> child, TargetProcess process) {
    this.handle = handle;
    this.child = child;
    this.process = process;
  }

  static JavaTarget of(ProcessHandle handle, String name) {
    return new JavaTarget(handle, Optional.empty(), describe(handle, name));
  }

  static JavaTarget of(Process child, String name) {
    return new JavaTarget(child.toHandle(), Optional.of(child), describe(child.toHandle(), name));
  }

  /** Describes a process; an empty name stands for the name of its executable. */
  static TargetProcess describe(ProcessHandle handle, String name) {
    ProcessHandle.Info info = handle.info();
    Optional<Path> executable = info.command().map(Path::of);
    String known =
        !name.isEmpty()
            ? name
            : executable.map(Path::getFileName).map(Path::toString).orElse("java");
    TargetProcess.Builder builder = TargetProcess.builder(handle.pid(), known);
    info.user().ifPresent(builder::user);
    executable.ifPresent(builder::executable);
    info.command()
        .ifPresent(
            command -> {
              List<String> rest = List.of(info.arguments().orElse(new String[0]));
              builder.command(Stream.concat(Stream.of(command), rest.stream()).toList());
            });
    info.startInstant().ifPresent(builder::start);
    return builder.build();
  }

  TargetProcess process() {
    return process;
  }

  boolean isAlive() {
    return handle.isAlive() && !ProcFiles.isZombie(handle.pid());
  }

  /**
   * Waits up to half a second for the process to end, and returns whether it has. The end of its
   * socket is a sign that it will.
   */
  boolean awaitEnd() {
    long deadline = System.nanoTime() + END.toNanos();
    try {
      while (isAlive() && System.nanoTime() - deadline < 0) {
        Thread.sleep(LOOK_EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !isAlive();
  }

  /** Waits for a child to end, and returns its exit status; empty if the process is not a child. */
  OptionalInt exitCode() {
    try {
      return child.isPresent() ? OptionalInt.of(child.get().waitFor()) : OptionalInt.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalInt.empty();
    }
  }
}
