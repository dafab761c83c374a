package io.flowgauge.instrumentation;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A process as it was when it was looked up. Immutable and thread-safe. */
record KnownProcess(
    long pid,
    String name,
    Optional<String> user,
    Optional<Path> executable,
    List<String> command,
    Optional<Instant> start,
    Optional<String> comm)
    implements TargetProcess {

  KnownProcess {
    command = List.copyOf(command);
  }

  @Override
  public String toString() {
    return "TargetProcess["
        + pid
        + " "
        + name
        + user.map(owner -> ", user " + owner).orElse("")
        + start.map(moment -> ", since " + moment).orElse("")
        + "]";
  }
}
