package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "log",
    description = {
      "Inspects, converts and merges event logs.",
      "",
      "A log is a file or a folder of rotated files, in Flowgauge's binary form, NetLogger BP,"
          + " ULM or XML, recognised by its content; - is standard input. Events of several logs"
          + " come in time order, those of each source in the order in which they were logged.",
      "",
      "If a log is damaged, the place and what is lost go to standard error, the rest is still"
          + " read, and the exit status is 1.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge log cat transfers.nlb                 every event, a line each",
      "  flowgauge log stats transfers.nlb               how many, how often, how long",
      "  flowgauge log tail -f transfers.nlb -e 'transfer.*'",
      "  flowgauge log convert transfers.nlb transfers.csv -e transfer.end",
      "  flowgauge log merge -o all.nlb host1.nlb host2.bp",
      "  flowgauge log plot transfers.nlb -o transfers.html",
      "  flowgauge log archive events.db transfers.nlb"
    })
public final class LogCommand implements Runnable {
  @Spec private CommandSpec spec;

  private LogCommand() {}

  public static CommandLine of(Session session) {
    CommandLine command = new CommandLine(new LogCommand());
    command.addSubcommand(new LogCatCommand(session));
    command.addSubcommand(new LogConvertCommand(session));
    command.addSubcommand(new LogMergeCommand(session));
    command.addSubcommand(new LogStatsCommand(session));
    command.addSubcommand(new LogTailCommand(session));
    command.addSubcommand(new LogPlotCommand(session));
    command.addSubcommand(new LogArchiveCommand(session));
    command.addSubcommand(new LogExportCommand(session));
    return command;
  }

  /** Fails: a subcommand is required. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "missing command, one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
