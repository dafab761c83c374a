package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "merge",
    description = {
      "Writes the events of several logs into one, in time order.",
      "",
      "Hosts, processes, threads and the numbers of dropped events are preserved. Each log should"
          + " itself be in time order. If the times of a log go back, its events keep their order,"
          + " so that events of the new log may be out of time order, too.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log merge -o all.nlb host1.nlb host2.nlb host3.bp",
      "  flowgauge log merge -o day.nlb logs/ --since 2026-11-20 --until 2026-11-21"
    })
final class LogMergeCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private LogPaths logs;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description =
          "The file to write, replaced only once complete, or - for standard output. Its"
              + " extension chooses the form, as with convert.")
  private Path output;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "The form, whatever the extension of FILE: binary, bp, csv, jsonl, ulm or xml.")
  private String to;

  @Mixin private LogFilter filter;

  LogMergeCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return new LogCopy(session, filter).copy(logs.paths(), output, LogOutput.form(to, output));
  }
}
