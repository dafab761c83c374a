package io.flowgauge.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.live.LiveMonitor;
import io.flowgauge.live.LiveRun;
import io.flowgauge.trace.Diagnostic.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmAccountingTest {
  private static final String ANSWER =
      """
      JobID^JobName^State^Submit^Start^End^SubmitLine
      7^a|b^RUNNING^2026-11-20T10:00:00^2026-11-20T10:00:05^Unknown^sbatch --wrap zcat "x y" | wc
      8^c^PENDING^2026-11-20T10:00:00^Unknown^Unknown^sbatch -d afterok:7 --wrap one
      two|"
      """
          .replace('^', '\u001f');

  private static final String END = "2026-11-20T10:00:09";

  @TempDir private Path folder;

  /** Writes a stand-in for Slurm's sacct and returns its path. */
  private String sacct(String script) throws IOException {
    String known = "JobID JobName State Submit  Start \\n End SubmitLine AllocCPUS";
    String help = "if [ $1 = --helpformat ]; then printf '" + known + "\\n'; exit; fi\n";
    Path file = Files.writeString(folder.resolve("sacct"), "#!/bin/sh\n" + help + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file.toString();
  }

  private static SlurmAccounting of(String jobs, String program) throws IOException {
    return SlurmAccounting.of(jobs, program, Duration.ZERO);
  }

  @Test
  void file_holdsTheLastAnswerAsATable() throws IOException {
    Files.writeString(folder.resolve("answer"), ANSWER);
    String program = sacct("echo \"$@\" > " + folder + "/asked; cat " + folder + "/answer");
    SlurmAccounting jobs = of("slurm:7,8_3", program);
    assertThat(folder.resolve("asked"))
        .content()
        .contains("--jobs=7,8_3", "--parsable2", "JobID,JobName,State,Submit,Start,End,AllocCPUS,")
        .doesNotContain("Restarts", "--starttime");
    var run = Flowgauge.read(jobs.file());
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.type())
        .containsExactly("a|b", "c");
    assertThat(run.workflow().dependencies()).hasSize(1);
    assertThat(run.diagnostics()).noneMatch(each -> each.severity() == Severity.ERROR);
  }

  @Test
  void of_nameOfJobs_asksByNameFromTheDayOfTheFirstQuestion() throws IOException {
    String program = sacct("echo \"$@\" > " + folder + "/asked");
    assertThat(of("slurm:align-7", program).file()).content().isBlank();
    assertThat(folder.resolve("asked")).content().contains("--name=align-7", "--starttime=2");
  }

  private boolean isFinished(String jobs) throws IOException {
    Files.writeString(
        folder.resolve("answer"),
        ANSWER
            .replace("PENDING", "FAILED")
            .replace("RUNNING", "COMPLETED")
            .replace("Unknown", END));
    SlurmAccounting queue = of(jobs, sacct("cat " + folder + "/answer"));
    try (LiveMonitor monitor = LiveMonitor.open()) {
      LiveRun run = monitor.follow(queue.file());
      run.look();
      queue.update(run, why -> {});
      return run.isFinished();
    }
  }

  @Test
  void update_whenAllJobsHaveEnded_endsTheRunThoughOneFailed() throws IOException {
    assertThat(isFinished("slurm:7,8")).isTrue();
    assertThat(isFinished("slurm:7,8,9")).isFalse();
    assertThat(isFinished("slurm:align")).isFalse();
  }

  /** As happens while Slurm's database is being upgraded. */
  @Test
  void update_whileAccountingIsAway_saysSoOnceAndAsksAgain() throws IOException {
    Path answer = Files.writeString(folder.resolve("answer"), ANSWER);
    Path away = folder.resolve("away");
    String program = sacct("cat " + answer + " || { echo down; exit 1; }");
    List<String> troubles = new ArrayList<>();
    SlurmAccounting queue = of("slurm:7", program);
    try (LiveMonitor monitor = LiveMonitor.open()) {
      LiveRun run = monitor.follow(queue.file());
      Files.move(answer, away);
      queue.update(run, troubles::add);
      queue.update(run, troubles::add);
      assertThat(troubles).hasSize(1).allMatch(why -> why.startsWith("sacct failed: "));
      Files.writeString(answer, ANSWER.replace("PENDING", "FAILED"));
      queue.update(run, troubles::add);
      assertThat(troubles).hasSize(1);
      assertThat(queue.file()).content().contains("FAILED");
    }
  }

  @Test
  void of_failingProgram_saysWhatItSaid() throws IOException {
    String program = sacct("echo 'accounting is disabled' >&2; exit 1");
    assertThatThrownBy(() -> of("slurm:7", program))
        .isInstanceOf(IOException.class)
        .hasMessage("sacct failed: accounting is disabled");
  }

  @Test
  void of_missingProgram_saysWhatIsNeeded() {
    assertThatThrownBy(() -> of("slurm:7", folder + "/nowhere"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Slurm's sacct is needed for slurm:");
  }
}
