package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "convert",
    description = {
      "Writes a log in another form.",
      "",
      "binary holds everything, and xml all but control characters, most of which become U+FFFD."
          + " jsonl and csv do not record which values are constants and which form the lifeline."
          + " bp and ulm truncate times to microseconds, replace control characters with blanks,"
          + " and keep only the host and program of the source. csv puts all events into one table,"
          + " for R or pandas: time, event, host, program, pid, thread and a column for each field;"
          + " -e limits it to one event.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log convert transfers.bp transfers.nlb",
      "  flowgauge log convert transfers.nlb ends.csv -e transfer.end",
      "  flowgauge log convert logs/ - --to jsonl | gzip > logs.jsonl.gz"
    })
final class LogConvertCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(
      index = "0",
      paramLabel = "IN",
      description = "A file, a folder of rotated files, or - for standard input.")
  private Path in;

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description =
          "The file to write, replaced only once complete, or - for standard output. Its"
              + " extension chooses the form: .nlb is binary; .bp, .ulm, .xml, .jsonl, .csv.")
  private Path out;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "The form, whatever the extension of OUT: binary, bp, csv, jsonl, ulm or xml.")
  private String to;

  @Mixin private LogFilter filter;

  LogConvertCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    return new LogCopy(session, filter).copy(List.of(in), out, LogOutput.form(to, out));
  }
}
