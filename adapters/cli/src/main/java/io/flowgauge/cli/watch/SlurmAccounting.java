package io.flowgauge.cli.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.cli.WrongUsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Jobs of Slurm, asked for from its accounting again and again: {@code slurm:4711,4712}, or {@code
 * slurm:NAME} for the jobs of a name. Keeps the last answer in a file, as if {@code sacct} had been
 * run by hand. Not thread-safe.
 */
final class SlurmAccounting {
  static final String PREFIX = "slurm:";

  /** The accounting of a cluster is shared; answers change slowly. */
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private static final Pattern IDS = Pattern.compile("[0-9]+(_[0-9]+)?(,[0-9]+(_[0-9]+)?)*");
  private static final Pattern NAME = Pattern.compile("[\\w.+-]+(,[\\w.+-]+)*");
  private static final String COLUMNS =
      "JobID,JobIDRaw,JobName,Partition,State,ExitCode,Submit,Eligible,Start,End,Elapsed,AllocCPUS,"
          + "NodeList,Restarts,SubmitLine,Reason";

  private final List<String> command;
  private final Path file;
  private String last;
  private long due = System.nanoTime();

  private SlurmAccounting(List<String> command, Path file) {
    this.command = command;
    this.file = file;
  }

  /** Asks for jobs the first time. */
  static SlurmAccounting of(String what) throws IOException {
    return of(what, "sacct");
  }

  static SlurmAccounting of(String what, String program) throws IOException {
    String jobs = what.substring(PREFIX.length());
    String option = IDS.matcher(jobs).matches() ? "--jobs=" : "--name=";
    if (!NAME.matcher(jobs).matches()) {
      throw new WrongUsageException(
          PREFIX
              + " is followed by ids or names of jobs, such as slurm:4711,4712, but not '"
              + jobs
              + "'");
    }
    Path folder = Files.createTempDirectory("flowgauge-slurm");
    Path file = folder.resolve("sacct.txt");
    folder.toFile().deleteOnExit();
    file.toFile().deleteOnExit();
    List<String> command =
        List.of(program, "--parsable2", "--duplicates", "--format=" + COLUMNS, option + jobs);
    SlurmAccounting made = new SlurmAccounting(command, file);
    made.ask();
    return made;
  }

  /** The file with the last answer. */
  Path file() {
    return file;
  }

  /** Asks again if it is time to. */
  void update() throws IOException {
    if (System.nanoTime() - due >= 0) {
      ask();
    }
  }

  private void ask() throws IOException {
    String answer = answer();
    due = System.nanoTime() + INTERVAL.toNanos();
    if (!answer.equals(last)) {
      Path draft = file.resolveSibling("sacct.new");
      Files.writeString(draft, answer);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      last = answer;
    }
  }

  private String answer() throws IOException {
    Process sacct = started();
    sacct.getOutputStream().close();
    String answer = new String(sacct.getInputStream().readAllBytes(), UTF_8);
    try {
      if (sacct.waitFor() != 0) {
        throw new IOException("sacct failed: " + answer.strip());
      }
      return answer;
    } catch (InterruptedException e) {
      sacct.destroy();
      Thread.currentThread().interrupt();
      return last;
    }
  }

  private Process started() throws IOException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(
          "Slurm's sacct is needed for " + PREFIX + ", but could not be run: " + e.getMessage(), e);
    }
  }
}
