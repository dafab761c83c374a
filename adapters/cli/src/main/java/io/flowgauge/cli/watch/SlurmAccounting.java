package io.flowgauge.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.live.LiveProgress;
import io.flowgauge.live.LiveRun;
import io.flowgauge.live.TypeProgress;
import io.flowgauge.report.layout.Human;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Jobs of Slurm, queried repeatedly from its accounting: {@code slurm:4711,4712}, or {@code
 * slurm:NAME} for the jobs of a name. Keeps the last answer in a file, as if {@code sacct} had been
 * run by hand. Not thread-safe.
 */
final class SlurmAccounting {
  static final String PREFIX = "slurm:";

  /**
   * Interval between queries, because the accounting of a cluster is shared, and answers change
   * slowly.
   */
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private static final Pattern IDS = Pattern.compile("[0-9]+(_[0-9]+)?(,[0-9]+(_[0-9]+)?)*");
  private static final Pattern NAME = Pattern.compile("[\\w.+-]+(,[\\w.+-]+)*");

  /** The fields to request, as far as the installed Slurm has them. */
  private static final List<String> COLUMNS =
      List.of(
          ("JobID,JobIDRaw,JobName,Partition,State,ExitCode,Submit,Eligible,Start,End,Elapsed,"
                  + "AllocCPUS,NodeList,Restarts,Reason,SubmitLine")
              .split(","));

  /** Separator that, unlike the default, is not part of names and commands. */
  private static final String SEPARATOR = "\u001f";

  private static final int MOST_NAME = 40;

  private final List<String> command;
  private final Path file;

  /** Minimum number of jobs if they were named by their ids; else 0. */
  private final int atLeast;

  private final Duration interval;
  private String last;
  private String trouble = "";
  private long due = System.nanoTime();

  private SlurmAccounting(List<String> command, Path file, int atLeast, Duration interval) {
    this.command = command;
    this.file = file;
    this.atLeast = atLeast;
    this.interval = interval;
  }

  /** Queries jobs for the first time. */
  static SlurmAccounting of(String what) throws IOException {
    return of(what, "sacct", INTERVAL);
  }

  static SlurmAccounting of(String what, String program, Duration interval) throws IOException {
    String jobs = what.substring(PREFIX.length());
    boolean isIds = IDS.matcher(jobs).matches();
    String option = isIds ? "--jobs=" : "--name=";
    if (!NAME.matcher(jobs).matches()) {
      throw new WrongUsageException(
          PREFIX
              + " is followed by ids or names of jobs, such as slurm:4711,4712, but not '"
              + jobs
              + "'");
    }
    Path folder = Files.createTempDirectory("flowgauge-slurm");
    Path file =
        folder.resolve(PREFIX.replace(':', '-') + Human.shortened(jobs, MOST_NAME) + ".csv");
    folder.toFile().deleteOnExit();
    file.toFile().deleteOnExit();
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program, "--parsable2", "--duplicates", "--delimiter=" + SEPARATOR));
    command.add("--format=" + columns(program));
    command.add(option + jobs);
    if (!isIds) {
      // By default, queries begin at midnight, and would then lose the jobs of the day before.
      command.add("--starttime=" + LocalDate.now(ZoneId.systemDefault()));
    }
    SlurmAccounting made =
        new SlurmAccounting(command, file, isIds ? jobs.split(",").length : 0, interval);
    made.refresh();
    return made;
  }

  private static String columns(String program) throws IOException {
    String help = output(List.of(program, "--helpformat")).strip();
    Set<String> known = new HashSet<>(List.of(help.split("\\s+")));
    return COLUMNS.stream().filter(known::contains).collect(Collectors.joining(","));
  }

  /** Returns the file with the last answer. */
  Path file() {
    return file;
  }

  /**
   * Queries the accounting again if that is due; ends the run once all jobs of given ids have
   * ended. If the accounting does not answer, as during its maintenance, that is reported once, and
   * it is queried again later.
   */
  void update(LiveRun run, Consumer<String> troubles) {
    if (System.nanoTime() - due >= 0) {
      try {
        refresh();
        trouble = "";
      } catch (IOException e) {
        String why = String.valueOf(e.getMessage());
        if (!why.equals(trouble)) {
          troubles.accept(why);
        }
        trouble = why;
      }
    }
    if (atLeast > 0 && run.progress().filter(this::isOver).isPresent()) {
      run.end();
    }
  }

  private boolean isOver(LiveProgress progress) {
    int over =
        progress.types().stream()
            .mapToInt(type -> type.completed() + type.failed() + type.skipped())
            .sum();
    return over >= atLeast && over == progress.types().stream().mapToInt(TypeProgress::total).sum();
  }

  private void refresh() throws IOException {
    String answer;
    try {
      answer = answer();
    } catch (InterruptedIOException e) {
      return; // An interrupt means that no more output is wanted.
    } finally {
      due = System.nanoTime() + interval.toNanos();
    }
    if (!answer.equals(last)) {
      Path draft = file.resolveSibling("new");
      Files.writeString(draft, answer);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      last = answer;
    }
  }

  private String answer() throws IOException {
    StringBuilder table = new StringBuilder();
    output(command).lines().forEach(line -> addLine(table, line));
    return table.append('\n').toString();
  }

  /** Adds a row as comma-separated values, or the next line of a command that has several lines. */
  private static void addLine(StringBuilder table, String line) {
    if (line.contains(SEPARATOR)) {
      table.append(table.isEmpty() ? "" : "\n");
      table.append(quoted(line).replace(SEPARATOR, "\",\""));
    } else if (!table.isEmpty()) {
      table.insert(table.length() - 1, "\n" + line.replace("\"", "\"\""));
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }

  private static String output(List<String> command) throws IOException {
    Process sacct = started(command);
    sacct.getOutputStream().close();
    String output = new String(sacct.getInputStream().readAllBytes(), UTF_8);
    try {
      if (sacct.waitFor() != 0) {
        throw new IOException("sacct failed: " + output.strip());
      }
      return output;
    } catch (InterruptedException e) {
      sacct.destroy();
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while sacct ran");
    }
  }

  private static Process started(List<String> command) throws IOException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(
          "Slurm's sacct is needed for " + PREFIX + ", but could not be run: " + e.getMessage(), e);
    }
  }
}
