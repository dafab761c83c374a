package io.flowgauge.cli.instrument;

import io.flowgauge.cli.NameValues;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.instrumentation.tracking.ProcessTracker;
import io.flowgauge.instrumentation.tracking.ProcessTrackerBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select the processes to track. */
final class TrackingOptions {
  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Processes with this name: that of the executable, that of the link through which it was"
              + " started, or the one the process gives itself. A name with a / is the path of the"
              + " executable or link. * and ? are wildcards.")
  private String name;

  @Option(
      names = "--sha256",
      paramLabel = "DIGITS",
      description = "Processes whose executable has this SHA-256.")
  private String sha256;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Processes started with this variable; * and ? in the value are wildcards.")
  private List<String> environment = List.of();

  @Option(
      names = "--cgroup",
      paramLabel = "PATH",
      description = "Processes in this control group; * and ? are wildcards.")
  private String cgroup;

  @Option(
      names = "--group-by",
      paramLabel = "VARIABLE",
      split = ",",
      description =
          "Environment variables that identify a job. Default: those of the usual schedulers.")
  private List<String> variables = List.of();

  boolean isGiven() {
    return name != null || sha256 != null || !environment.isEmpty() || cgroup != null;
  }

  ProcessTracker start(SensorRequest request, InstrumentationProvider provider) {
    ProcessTrackerBuilder tracker =
        ProcessTracker.of(pattern()).instrument(request).provider(provider);
    if (!variables.isEmpty()) {
      tracker.groupBy(variables.toArray(String[]::new));
    }
    return tracker.start();
  }

  /**
   * Returns a message with names similar to the given one, which no process has; empty if none was
   * given.
   */
  Optional<String> similar() {
    return Optional.ofNullable(name)
        .map(given -> String.join(", ", ProcessPattern.named(given).similarNames()))
        .map(
            found ->
                "no process is called "
                    + name
                    + (found.isEmpty() ? "" : "; similar names: " + found));
  }

  /** Returns a pattern for processes of a name; an invalid name is wrong usage. */
  static ProcessPattern named(String name) {
    try {
      return ProcessPattern.named(name);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException("--name: " + e.getMessage());
    }
  }

  ProcessPattern pattern() {
    try {
      ProcessPattern pattern = name == null ? ProcessPattern.any() : named(name);
      for (Map.Entry<String, String> variable : NameValues.parse("--env", environment).entrySet()) {
        pattern = pattern.withEnvironment(variable.getKey(), variable.getValue());
      }
      pattern = sha256 == null ? pattern : pattern.withSha256(sha256);
      return cgroup == null ? pattern : pattern.withCgroup(cgroup);
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(e.getMessage());
    }
  }
}
