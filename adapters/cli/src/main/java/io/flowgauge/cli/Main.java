package io.flowgauge.cli;

import io.flowgauge.cli.fleet.FleetCommand;
import io.flowgauge.cli.instrument.InstrumentCommand;
import io.flowgauge.cli.instrument.PsCommand;
import io.flowgauge.cli.instrument.ResourcesCommand;
import io.flowgauge.cli.instrument.RunCommand;
import io.flowgauge.cli.instrument.SirCommand;
import io.flowgauge.cli.instrument.TuneCommand;
import io.flowgauge.cli.log.LogCommand;
import io.flowgauge.cli.run.BacktestCommand;
import io.flowgauge.cli.run.CompareCommand;
import io.flowgauge.cli.run.ConvertCommand;
import io.flowgauge.cli.run.ExportCommand;
import io.flowgauge.cli.run.LearnCommand;
import io.flowgauge.cli.run.ListCommand;
import io.flowgauge.cli.run.PredictCommand;
import io.flowgauge.cli.run.ReportCommand;
import io.flowgauge.cli.run.ShellCommand;
import io.flowgauge.cli.run.SqlCommand;
import io.flowgauge.cli.run.StoreCommand;
import io.flowgauge.cli.sites.KeysCommand;
import io.flowgauge.cli.sites.ServeCommand;
import io.flowgauge.cli.terminal.ClosedPipeException;
import io.flowgauge.cli.watch.WatchCommand;
import io.flowgauge.trace.RunReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code flowgauge} command.
 *
 * <p>Its exit status is 0 on success, 1 if an input could not be read or an output not written, 2
 * on wrong usage. Not thread-safe.
 */
@Command(
    name = "flowgauge",
    versionProvider = Version.class,
    description = {
      "Flowgauge reads what a scientific workflow engine recorded of a run and shows where the"
          + " time went: how much was useful, and how much was lost to queues, failures, waiting"
          + " for processors and the engine itself.",
      ""
    })
public final class Main implements Runnable {
  /** Exit status of a command that succeeded. */
  public static final int DONE = 0;

  /** Exit status if an input could not be read or an output not written. */
  public static final int FAILED = 1;

  /** Exit status for wrong usage. */
  static final int WRONG_USAGE = 2;

  private static final int HELP_WIDTH = 90;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  private Main() {}

  /**
   * Runs the command, and ends the process with its exit status.
   *
   * @param args the arguments; {@code --help} explains them
   */
  public static void main(String[] args) {
    int status = run(args, Session.ofProcess());
    System.exit(status);
  }

  /** Runs the command; returns its exit status. */
  public static int run(String[] args, Session session) {
    int status = DONE;
    try {
      status = command(args, session).execute(args);
      session.flush();
      return status;
    } catch (IOException | OutOfMemoryError | StackOverflowError e) {
      // A command that failed has already reported a failure, possibly the same one.
      return status == DONE ? reportFailure(e, session) : status;
    }
  }

  /** Fails: a subcommand is required. */
  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "missing command, one of " + String.join(", ", spec.subcommands().keySet()));
  }

  /** Returns the commands in the order of the help. */
  private static Map<String, Supplier<Object>> commands(Session session) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("report", () -> new ReportCommand(session));
    commands.put("watch", () -> new WatchCommand(session));
    commands.put("predict", () -> new PredictCommand(session));
    commands.put("learn", () -> new LearnCommand(session));
    commands.put("backtest", () -> new BacktestCommand(session));
    commands.put("convert", () -> new ConvertCommand(session));
    commands.put("store", () -> new StoreCommand(session));
    commands.put("list", () -> new ListCommand(session));
    commands.put("compare", () -> new CompareCommand(session));
    commands.put("export", () -> new ExportCommand(session));
    commands.put("sql", () -> new SqlCommand(session));
    commands.put("log", () -> LogCommand.of(session));
    commands.put("ps", () -> new PsCommand(session));
    commands.put("sir", () -> new SirCommand(session));
    commands.put("instrument", () -> new InstrumentCommand(session));
    commands.put("run", () -> RunCommand.of(session));
    commands.put("resources", () -> new ResourcesCommand(session));
    commands.put("tune", () -> new TuneCommand(session));
    commands.put("serve", () -> new ServeCommand(session));
    commands.put("keys", () -> new KeysCommand(session));
    commands.put("fleet", () -> new FleetCommand(session));
    commands.put("shell", () -> new ShellCommand(session));
    return commands;
  }

  /** Sets up only the command named by the arguments, because setting up each takes a while. */
  private static CommandLine command(String[] args, Session session) {
    CommandLine command = new CommandLine(new Main());
    Map<String, Supplier<Object>> commands = commands(session);
    if (args.length > 0 && commands.containsKey(args[0])) {
      command.addSubcommand(commands.get(args[0]).get());
    } else {
      commands.values().forEach(one -> command.addSubcommand(one.get()));
      command.getCommandSpec().usageMessage().footer(footer());
    }
    command.getCommandSpec().mixinStandardHelpOptions(true);
    command.getSubcommands().values().forEach(Main::addHelp);
    return PlainNumbers.in(command)
        .registerConverter(Path.class, Main::path)
        .setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH)
        .setOut(new PrintWriter(session.text()))
        .setErr(session.errors())
        .setParameterExceptionHandler(
            (e, arguments) -> reportWrongUsage(e.getCommandLine(), e, session))
        .setExecutionExceptionHandler(
            (e, at, parsed) ->
                e instanceof WrongUsageException
                    ? reportWrongUsage(at, e, session)
                    : reportFailure(e, session));
  }

  private static Path path(String text) {
    return Path.of(new PlaceName().convert(text));
  }

  private static void addHelp(CommandLine command) {
    command.getSubcommands().values().forEach(Main::addHelp);
    command
        .getCommandSpec()
        .addOption(
            CommandLine.Model.OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help message and exit.")
                .build());
  }

  private static String[] footer() {
    String formats =
        ServiceLoader.load(RunReader.class).stream()
            .map(reader -> reader.get().format())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return new String[] {
      "",
      "Formats read, recognised by their content: " + formats + ".",
      "",
      "Examples:",
      "  flowgauge report trace.txt          where the time of a Nextflow run went",
      "  flowgauge watch trace.txt           how far a run has got, and how long it will take",
      "  flowgauge predict trace.txt         how long it should have taken, and could take",
      "  flowgauge compare old.txt new.txt   what got better or worse",
      "  flowgauge shell trace.txt           explore it further, in Java",
      "  flowgauge log stats transfers.nlb   what is in an event log",
      "  flowgauge instrument 4711 -r 'libm.so.6:*' -w   where a running process spends its time",
      "",
      "Exit status: 0 success; 1 input not readable or output not writable; 2 wrong usage."
    };
  }

  private static int reportWrongUsage(CommandLine command, Exception e, Session session) {
    String name = command.getCommandSpec().qualifiedName();
    session.say(message(e));
    session.errors().println("Try '" + name + " --help'.");
    return WRONG_USAGE;
  }

  private static String message(Exception e) {
    if (!(e instanceof UnmatchedArgumentException unmatched) || unmatched.isUnknownOption()) {
      return String.valueOf(e.getMessage());
    }
    boolean isCommand = !unmatched.getCommandLine().getSubcommands().isEmpty();
    String argument = unmatched.getUnmatched().get(0);
    List<String> similar = unmatched.getSuggestions();
    return (isCommand ? "unknown command '" : "unexpected argument '")
        + argument
        + (similar.isEmpty() ? "'" : "', did you mean " + String.join(" or ", similar) + "?")
        + (isCommand || argument.isEmpty() ? "" : whyNoFile(argument));
  }

  /**
   * Explains why an argument is no file: picocli reports an optional argument that cannot be
   * converted as unexpected.
   */
  private static String whyNoFile(String argument) {
    return PlaceName.fault(argument).map(what -> ": " + what).orElse("");
  }

  private static int reportFailure(Throwable failure, Session session) {
    if (failure instanceof ClosedPipeException) {
      return DONE;
    }
    session.report(failure);
    return FAILED;
  }
}
