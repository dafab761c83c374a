package io.flowgauge.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmAccountingTest {
  private static final String ANSWER =
      "JobID|JobName|State|Submit|Start|End\n7|align|RUNNING|2026-11-20T10:00:00|"
          + "2026-11-20T10:00:05|Unknown\n";

  @TempDir private Path folder;

  /** A program in the place of Slurm's. */
  private String sacct(String script) throws IOException {
    Path file = Files.writeString(folder.resolve("sacct"), "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    return file.toString();
  }

  @Test
  void file_holdsTheLastAnswer() throws IOException {
    Files.writeString(folder.resolve("answer"), ANSWER);
    String program = sacct("echo \"$@\" > " + folder + "/asked; cat " + folder + "/answer");
    SlurmAccounting jobs = SlurmAccounting.of("slurm:7,8_3", program);
    assertThat(jobs.file()).hasContent(ANSWER);
    assertThat(folder.resolve("asked")).content().contains("--jobs=7,8_3", "--parsable2");
  }

  @Test
  void of_nameOfJobs_asksByName() throws IOException {
    String program = sacct("echo \"$@\" > " + folder + "/asked");
    assertThat(SlurmAccounting.of("slurm:align-7", program).file()).isEmptyFile();
    assertThat(folder.resolve("asked")).content().contains("--name=align-7");
  }

  @Test
  void of_failingProgram_saysWhatItSaid() throws IOException {
    String program = sacct("echo 'accounting is disabled' >&2; exit 1");
    assertThatThrownBy(() -> SlurmAccounting.of("slurm:7", program))
        .isInstanceOf(IOException.class)
        .hasMessage("sacct failed: accounting is disabled");
  }

  @Test
  void of_missingProgram_saysWhatIsNeeded() {
    assertThatThrownBy(() -> SlurmAccounting.of("slurm:7", folder + "/nowhere"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Slurm's sacct is needed for slurm:");
  }
}
