package io.flowgauge.cli.run;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.Version;
import io.flowgauge.cli.WrongUsageException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.tool.JavaShellToolBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "shell",
    description = {
      "Opens a Java shell with all of Flowgauge imported.",
      "",
      "If its input is a pipe, it runs the lines it reads and prints only what they print. It stops"
          + " at the first error, with exit status 1; /exit N ends it with status N.",
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
          "io.flowgauge.archive.*",
          "io.flowgauge.comparison.*",
          "io.flowgauge.history.*",
          "io.flowgauge.instrumentation.*",
          "io.flowgauge.instrumentation.activity.*",
          "io.flowgauge.instrumentation.irl.*",
          "io.flowgauge.instrumentation.jvm.*",
          "io.flowgauge.instrumentation.log.*",
          "io.flowgauge.instrumentation.tracking.*",
          "io.flowgauge.instrumentation.xml.*",
          "io.flowgauge.lake.*",
          "io.flowgauge.live.*",
          "io.flowgauge.log.*",
          "io.flowgauge.log.plot.*",
          "io.flowgauge.log.read.*",
          "io.flowgauge.log.sink.*",
          "io.flowgauge.log.text.*",
          "io.flowgauge.log.trigger.*",
          "io.flowgauge.log.write.*",
          "io.flowgauge.parquet.*",
          "io.flowgauge.prediction.*",
          "io.flowgauge.report.csv.*",
          "io.flowgauge.report.html.*",
          "io.flowgauge.report.json.*",
          "io.flowgauge.report.layout.*",
          "io.flowgauge.report.prediction.*",
          "io.flowgauge.report.table.*",
          "io.flowgauge.report.text.*",
          "io.flowgauge.resources.*",
          "io.flowgauge.resources.forecast.*",
          "io.flowgauge.run.*",
          "io.flowgauge.runlog.*",
          "io.flowgauge.sites.*",
          "io.flowgauge.store.*",
          "io.flowgauge.trace.*",
          "io.flowgauge.workflow.*",
          "java.io.*",
          "java.math.*",
          "java.net.*",
          "java.nio.file.*",
          "java.time.*",
          "java.util.*",
          "java.util.concurrent.*",
          "java.util.function.*",
          "java.util.regex.*",
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
      if (path.equals(Session.STANDARD)) {
        throw new WrongUsageException(
            "the shell reads its commands from standard input, so - cannot be a run");
      }
      // The shell is a separate process; report unreadable runs before it starts.
      session.read(path);
    }
    session.flush();
    return session.isInteractive() ? interactive() : script();
  }

  private int interactive() throws Exception {
    Path startup = Files.createTempFile("flowgauge", ".jsh");
    try {
      Files.write(startup, startup());
      session.out().print(greeting());
      return JavaShellToolBuilder.builder().start(arguments(startup));
    } finally {
      Files.deleteIfExists(startup);
    }
  }

  private static String[] arguments(Path startup) {
    return new String[] {
      "--class-path", classPath(), "--startup", startup.toString(), "-R" + heap()
    };
  }

  /** Returns the class path of this process, whose jars may be on a module path. */
  private static String classPath() {
    return Stream.of("java.class.path", "jdk.module.path")
        .map(name -> System.getProperty(name, ""))
        .flatMap(path -> Arrays.stream(path.split(File.pathSeparator, -1)))
        .filter(entry -> !entry.isEmpty())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String heap() {
    return "-Xmx" + Runtime.getRuntime().maxMemory() / MEBIBYTE + "m";
  }

  /**
   * Returns options for the virtual machine of a script, which prints in its own process, where a
   * locale such as C would restrict it to ASCII. From Java 19 on, its streams have their own
   * encodings.
   */
  private String[] options() {
    return new String[] {
      heap(),
      "-Dfile.encoding=" + session.charset(),
      "-Dstdout.encoding=" + session.charset(),
      "-Dstderr.encoding=" + session.charset()
    };
  }

  private int script() throws IOException {
    try (Script script = new Script(session.out(), session.err(), classPath(), options())) {
      script.begin(startup());
      return script.run(session.lines());
    }
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

  /** Returns a text as the content of a Java string literal, in ASCII. */
  private static String escaped(String text) {
    StringBuilder literal = new StringBuilder();
    text.chars().forEach(c -> literal.append(escaped((char) c)));
    return literal.toString();
  }

  /**
   * Escapes a character. Java translates Unicode escapes before it looks for quotes and line ends,
   * so these need other escapes.
   */
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
