package io.flowgauge.cli.instrument;

import io.flowgauge.cli.Seconds;
import io.flowgauge.cli.WrongUsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options for showing a profile. */
final class ProfileOptions {
  private static final double NANOS = 1e9;
  private static final double SHORTEST_SECONDS = 0.01;

  /** A century, which can be added to the clock without overflow. */
  private static final double LONGEST_NANOS = 3.2e18;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text (default): tables; json or xml: everything, times in nanoseconds.")
  private String format = "text";

  @Option(
      names = {"-w", "--watch"},
      description = "Keep refreshing the table, in place on a terminal.")
  private boolean isWatched;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "TIME",
      defaultValue = "1s",
      description = "How often to update with --watch or --log, such as 0.5s (default 1s).")
  private String interval = "1s";

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "25",
      description = "Show at most this many regions in a text table (default 25).")
  private int top = 25;

  @Option(names = "--call-graph", description = "Also show which region called which.")
  private boolean hasCallGraph;

  @Option(names = "--threads", description = "Also show each thread.")
  private boolean hasThreads;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description = "Also log the regions' updates to a new event log; 'log cat' prints it.")
  private Path log;

  void check() {
    if (!List.of("text", "json", "xml").contains(format)) {
      throw new WrongUsageException("there is no format '" + format + "', only json, text, xml");
    }
    if (top < 1) {
      throw new WrongUsageException("--top must be 1 or more, but is " + top);
    }
    if (isWatched && isXml()) {
      throw new WrongUsageException("--watch prints text or json, not xml");
    }
    interval();
  }

  boolean isText() {
    return format.equals("text");
  }

  boolean isXml() {
    return format.equals("xml");
  }

  boolean isWatched() {
    return isWatched;
  }

  Duration interval() {
    double seconds = Seconds.parse("--interval", interval);
    if (seconds < SHORTEST_SECONDS) {
      throw new WrongUsageException("--interval must be 0.01 s or more, but is " + interval);
    }
    return duration(seconds);
  }

  static Duration duration(double seconds) {
    return Duration.ofNanos((long) Math.min(seconds * NANOS, LONGEST_NANOS));
  }

  Optional<Path> log() {
    return Optional.ofNullable(log);
  }

  int top() {
    return top;
  }

  boolean hasCallGraph() {
    return hasCallGraph;
  }

  boolean hasThreads() {
    return hasThreads;
  }
}
