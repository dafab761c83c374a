package io.flowgauge.activation.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.testsupport.ForcedFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFilesTest {
  @TempDir private Path folder;

  /** Otherwise the file could be empty after a power cut. */
  @Test
  void replace_content_isForcedToTheDiskAndInPlace() throws Exception {
    Path file = folder.resolve("state");
    List<Path> forced =
        ForcedFiles.in(
            folder,
            () -> {
              StateFiles.replace(file, new byte[] {1, 2, 3});
              StateFiles.replace(file, new byte[] {4});
              return file;
            });
    assertThat(forced).hasSize(2);
    assertThat(Files.readAllBytes(file)).containsExactly(4);
    assertThat(folder.toFile().list()).containsExactly("state");
  }

  /** The journal is rewritten whenever it is opened. */
  @Test
  void journal_rewritten_isForcedToTheDisk() throws Exception {
    List<Path> forced =
        ForcedFiles.in(
            folder,
            () -> {
              new SourceJournal(folder, SpoolFiles.REAL, new SourceTable()).close();
              return folder;
            });
    assertThat(forced).hasSize(1);
  }
}
