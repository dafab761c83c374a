package io.flowgauge.cli.run;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import jdk.jshell.tool.JavaShellToolBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "shell",
    description = {
      "Opens a Java shell with everything of Flowgauge imported.",
      "",
      "From a pipe, it runs the lines it reads and prints only what they print.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge shell trace.txt",
      "  echo 'System.out.print(Flowgauge.text(report))' | flowgauge shell trace.txt"
    })
public final class ShellCommand implements Callable<Integer> {
  private static final List<String> IMPORTS =
      List.of(
          "io.flowgauge.*",
          "io.flowgauge.analysis.*",
          "io.flowgauge.instrumentation.*",
          "io.flowgauge.prediction.*",
          "io.flowgauge.run.*",
          "io.flowgauge.workflow.*",
          "io.flowgauge.trace.*",
          "java.nio.file.*",
          "java.time.*",
          "java.util.*",
          "java.util.stream.*");
  private static final long MEBIBYTE = 1L << 20;

  private final Session session;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..*",
      description =
          "A file, or a folder with the files of one run. A single run is available as 'run' and"
              + " its report as 'report', several runs as the list 'runs'.")
  private List<Path> paths = List.of();

  public ShellCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Exception {
    for (Path path : paths) {
      // The shell is a separate process; report unreadable runs before it starts.
      session.read(path);
    }
    Path startup = Files.createTempFile("flowgauge", ".jsh");
    try {
      Files.write(startup, startup());
      return start(arguments(startup));
    } finally {
      Files.deleteIfExists(startup);
    }
  }

  private int start(List<String> arguments) throws Exception {
    session.flush();
    JavaShellToolBuilder shell = JavaShellToolBuilder.builder();
    if (session.isInteractive()) {
      session.out().print(greeting());
    } else {
      // Preferences in memory: a script neither depends on the user's nor leaves any.
      shell.in(session.in(), null).out(session.out()).persistence(new HashMap<>());
    }
    return shell.start(arguments.toArray(String[]::new));
  }

  private List<String> arguments(Path startup) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--class-path", System.getProperty("java.class.path")));
    arguments.addAll(List.of("--startup", startup.toString()));
    arguments.add("-R-Xmx" + Runtime.getRuntime().maxMemory() / MEBIBYTE + "m");
    if (!session.isInteractive()) {
      arguments.addAll(List.of("-s", "-"));
    }
    return arguments;
  }

  private List<String> startup() {
    List<String> lines = new ArrayList<>();
    IMPORTS.forEach(name -> lines.add("import " + name + ";"));
    if (paths.size() == 1) {
      lines.add("var run = " + reading(paths.get(0)) + ";");
      lines.add("var report = Flowgauge.report(run);");
    } else if (paths.size() > 1) {
      lines.add(
          paths.stream()
              .map(ShellCommand::reading)
              .collect(Collectors.joining(", ", "var runs = List.of(", ");")));
    }
    return lines;
  }

  private static String reading(Path path) {
    return "Flowgauge.read(\"" + escaped(path.toAbsolutePath().toString()) + "\")";
  }

  /** As the inside of a Java string literal, in ASCII. */
  private static String escaped(String text) {
    StringBuilder literal = new StringBuilder();
    text.chars().forEach(c -> literal.append(escaped((char) c)));
    return literal.toString();
  }

  /** Java reads unicode escapes before it looks for quotes and line ends, so these need others. */
  private static String escaped(char c) {
    if (c == '"' || c == '\\') {
      return "\\" + c;
    }
    if (c < ' ') {
      return String.format(Locale.ROOT, "\\%03o", (int) c);
    }
    return c < 0x7F ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c);
  }

  private String greeting() {
    String example =
        paths.size() == 1 ? "" : "  var report = Flowgauge.report(Flowgauge.read(\"trace.txt\"))\n";
    return "Flowgauge "
        + Version.number()
        + " is imported. Try:\n"
        + example
        + "  System.out.print(Flowgauge.text(report))\n"
        + "  report.attribution().classes()\n"
        + "Leave with /exit.\n";
  }
}
