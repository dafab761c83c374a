package io.flowgauge.cli.run;

import io.flowgauge.cli.NameValues;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.store.RunFilter;
import io.flowgauge.trace.Times;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that select stored runs. */
final class RunSelection {
  /** The first and the last second whose nanoseconds can be counted in a long. */
  private static final Instant FIRST =
      Instant.ofEpochSecond(Long.MIN_VALUE / Times.NANOS_PER_SECOND);

  private static final Instant LAST =
      Instant.ofEpochSecond(Long.MAX_VALUE / Times.NANOS_PER_SECOND);

  @Option(names = "--workflow", paramLabel = "NAME", description = "Only runs of this workflow.")
  private String workflow;

  @Option(names = "--version", paramLabel = "LABEL", description = "Only runs of this version.")
  private String version;

  @Option(
      names = "--tag",
      paramLabel = "NAME=VALUE",
      description = "Only runs with this tag. May be repeated.")
  private List<String> tags = List.of();

  @Option(names = "--site", paramLabel = "NAME", description = "Only runs that used this site.")
  private String site;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description =
          "Only runs that started at this time or later, such as 2026-11-20 or"
              + " 2026-11-20T11:00:00Z.")
  private String since;

  @Option(
      names = "--before",
      paramLabel = "TIME",
      description = "Only runs that started before this time.")
  private String before;

  @Option(names = "--newest", paramLabel = "N", description = "Only the N runs stored last.")
  private Integer newest;

  /** Returns the given conditions as one filter. */
  RunFilter filter() {
    RunFilter filter = RunFilter.all();
    filter = workflow == null ? filter : filter.workflow(workflow);
    filter = version == null ? filter : filter.version(version);
    filter = site == null ? filter : filter.site(site);
    for (Map.Entry<String, String> tag : NameValues.parse("--tag", tags).entrySet()) {
      filter = filter.tag(tag.getKey(), tag.getValue());
    }
    filter = since == null ? filter : filter.from(time("--since", since));
    filter = before == null ? filter : filter.before(time("--before", before));
    return newest == null ? filter : filter.newest(positive(newest));
  }

  /** Returns the given workflow, if any. */
  Optional<String> workflow() {
    return Optional.ofNullable(workflow);
  }

  private static int positive(int newest) {
    if (newest < 1) {
      throw new WrongUsageException("--newest must be 1 or more, but is " + newest);
    }
    return newest;
  }

  /** Returns the time, or the nearest one that a run can have. */
  private static Instant time(String option, String text) {
    try {
      Instant time =
          text.indexOf('T') < 0
              ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
              : Instant.parse(text);
      Instant notTooEarly = time.isBefore(FIRST) ? FIRST : time;
      return notTooEarly.isAfter(LAST) ? LAST : notTooEarly;
    } catch (DateTimeParseException e) {
      throw new WrongUsageException(
          option
              + " must be a time such as 2026-11-20 or 2026-11-20T11:00:00Z, but is '"
              + text
              + "'");
    }
  }
}
