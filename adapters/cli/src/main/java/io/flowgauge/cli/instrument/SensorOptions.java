package io.flowgauge.cli.instrument;

import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.SensorRequest;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Options that select the sensors. */
final class SensorOptions {
  private static final double PERCENT = 100;

  @Option(
      names = {"-r", "--region"},
      paramLabel = "UNIT:NAME",
      required = true,
      description =
          "Regions to measure, such as 'libm.so.6:sin*', 'povray:*' or, in Java,"
              + " 'org.example.Solver:step'; * and ? are wildcards. NAME alone matches in any"
              + " unit. May be repeated.")
  private List<String> regions = List.of();

  @Option(
      names = {"-x", "--exclude"},
      paramLabel = "UNIT:NAME",
      description = "Regions to leave out of those selected. May be repeated.")
  private List<String> excluded = List.of();

  @Option(
      names = {"-m", "--metric"},
      paramLabel = "METRIC",
      split = ",",
      defaultValue = "wtime",
      description =
          "calls, wtime (default), cputime, cycles, instructions, cache-misses, branch-misses,"
              + " page-faults, context-switches, cpu-migrations; separate several by commas. Calls"
              + " are always counted; cputime and counters cost system calls at entry and exit.")
  private List<String> metrics = List.of();

  @Option(
      names = "--backend",
      paramLabel = "BACKEND",
      description =
          "agent: code inside the process; kernel: kernel probes, which cost a microsecond or"
              + " more per call and need root. Default: agent.")
  private String backend;

  @Option(
      names = "--limit",
      paramLabel = "SHARE",
      description =
          "Share of one processor that a sensor may cost, such as 1%% or 0.01; a sensor that"
              + " costs more removes itself, and the table says so.")
  private String limit;

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description =
          "native, or jvm for Java methods. Default: jvm if the process runs the java command and"
              + " no unit is a library, else native.")
  private String provider;

  Optional<String> provider() {
    return Optional.ofNullable(provider);
  }

  SensorRequest request() {
    return new SensorRequest(
        patterns("--region", regions),
        patterns("--exclude", excluded),
        metrics(),
        backend(),
        limit());
  }

  static List<RegionPattern> patterns(String option, List<String> texts) {
    try {
      return texts.stream().map(RegionPattern::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(
          option + " must be a pattern such as 'unit:name*': " + e.getMessage());
    }
  }

  private Set<Metric> metrics() {
    Set<Metric> wanted = EnumSet.of(Metric.CALLS);
    for (String name : metrics) {
      wanted.add(
          Metric.of(name)
              .orElseThrow(
                  () ->
                      new WrongUsageException(
                          "there is no metric '" + name + "', only " + allMetrics())));
    }
    return wanted;
  }

  private static String allMetrics() {
    return Arrays.stream(Metric.values()).map(Metric::label).collect(Collectors.joining(", "));
  }

  private Backend backend() {
    if (backend == null) {
      return Backend.AUTOMATIC;
    }
    return switch (backend) {
      case "agent" -> Backend.AGENT;
      case "kernel" -> Backend.KERNEL;
      default ->
          throw new WrongUsageException(
              "there is no backend '" + backend + "', only agent, kernel");
    };
  }

  private OptionalDouble limit() {
    if (limit == null) {
      return OptionalDouble.empty();
    }
    boolean isPercent = limit.endsWith("%");
    try {
      double number =
          Double.parseDouble(isPercent ? limit.substring(0, limit.length() - 1) : limit);
      double fraction = isPercent ? number / PERCENT : number;
      if (fraction > 0 && fraction < Double.POSITIVE_INFINITY) {
        return OptionalDouble.of(fraction);
      }
    } catch (NumberFormatException e) {
      throw wrongLimit();
    }
    throw wrongLimit();
  }

  private WrongUsageException wrongLimit() {
    return new WrongUsageException(
        "--limit must be a share such as 1% or 0.01, but is '" + limit + "'");
  }
}
