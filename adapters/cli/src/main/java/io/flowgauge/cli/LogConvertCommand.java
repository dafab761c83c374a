package io.flowgauge.cli;

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
      "binary and xml hold everything. jsonl and csv leave out which values are constants and which"
          + " the lifeline. bp and ulm cut times to microseconds, make blanks of control characters,"
          + " and keep of the source the host and the program. In csv all events are rows of one"
          + " table, for R or pandas: time, event, host, program, pid, thread and a column for each"
          + " field; -e chooses one event's table.",
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
          "The file to write, which is replaced when it is complete, or - for standard output. Its"
              + " end chooses the form: .nlb is binary; .bp, .ulm, .xml, .jsonl, .csv.")
  private Path out;

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "The form, whatever OUT is called: binary, bp, csv, jsonl, ulm or xml.")
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
