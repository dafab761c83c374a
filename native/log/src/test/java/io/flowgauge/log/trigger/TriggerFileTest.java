package io.flowgauge.log.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.ForcedFiles;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TriggerFileTest {
  private static final TriggerEntry ENTRY = TriggerEntry.of("a", "file:/a");

  @TempDir Path folder;
  private Path path;
  private TriggerFile file;

  @BeforeEach
  void name() {
    path = folder.resolve("my.triggers");
    file = TriggerFile.at(path);
  }

  @Test
  void read_missing_saysNothing() throws IOException {
    assertThat(file.read()).isEqualTo(Triggers.none());
  }

  @Test
  void read_tooLong_throws() throws IOException {
    Files.write(path, new byte[TriggerFile.MAX_BYTES + 1]);

    assertThatIOException()
        .isThrownBy(file::read)
        .withMessageContaining("my.triggers: found a larger file, expected a trigger file of");
  }

  @Test
  void add_toAMissingFile_makesIt() throws IOException {
    file.add(ENTRY);
    file.add(ENTRY.withId("r"));

    assertThat(path).hasContent("event=a to=file:/a\nevent=a to=file:/a id=r\n");
    assertThat(file.read().entries()).containsExactly(ENTRY, ENTRY.withId("r"));
  }

  @Test
  void remove_ofSeveral_leavesOthersAsTheyAre() throws IOException {
    String others = "# by hand\n\nevent=a  to=file:/a   id=s\nid=r is no entry\nevent=b to=file:/b";
    Files.writeString(path, "event=c to=file:/c id=r\n" + others);

    assertThat(file.remove("r")).isEqualTo(1);
    assertThat(file.remove("r")).isZero();
    assertThat(path).hasContent(others + "\n");
  }

  @Test
  void replace_entries_isOneStep() throws IOException {
    file.add(ENTRY.withId("r"));
    file.add(ENTRY);
    TriggerEntry other = TriggerEntry.of("b", "file:/b").withId("r");

    assertThat(file.replace("r", List.of(other, other))).isEqualTo(1);
    assertThat(file.read().entries()).containsExactly(ENTRY, other, other);
  }

  @Test
  void add_fileWithPermissions_keepsThem() throws IOException {
    assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
    Files.createFile(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
    file.add(ENTRY);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-rw-rw-");
  }

  /** Otherwise all entries could be gone after a power cut. */
  @Test
  void add_content_isForcedToTheDisk() throws Exception {
    List<Path> forced =
        ForcedFiles.in(
            folder,
            () -> {
              file.add(ENTRY);
              return file;
            });
    assertThat(forced).singleElement().asString().endsWith("my.triggers.new");
  }

  @Test
  void add_throughALink_leavesTheLink() throws IOException {
    file.add(ENTRY);
    Path link = Files.createSymbolicLink(folder.resolve("link"), path);
    TriggerFile.at(link).add(ENTRY.withId("r"));

    assertThat(link).isSymbolicLink();
    assertThat(file.read().entries()).hasSize(2);
  }

  @Test
  void change_manyThreadsAndProcesses_losesNothing() throws Exception {
    int changes = 40;
    List<Process> processes = new ArrayList<>();
    for (int k = 0; k < 2; k++) {
      processes.add(process("p" + k, changes));
    }
    ExecutorService threads = Executors.newFixedThreadPool(3);
    List<Future<?>> running = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      String id = "t" + k;
      running.add(threads.submit(() -> change(file, id, changes)));
    }
    for (Future<?> each : running) {
      each.get();
    }
    threads.shutdown();
    for (Process each : processes) {
      assertThat(each.waitFor()).isZero();
    }
    assertThat(file.read().problems()).isEmpty();
    assertThat(file.read().entries()).hasSize(5 * changes / 2);
  }

  private Process process(String id, int changes) throws IOException {
    return new ProcessBuilder(
            JavaCommand.with(
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TriggerFileTest.class.getName(),
                path.toString(),
                id,
                String.valueOf(changes)))
        .inheritIO()
        .start();
  }

  public static void main(String... args) throws Exception {
    change(TriggerFile.at(Path.of(args[0])), args[1], Integer.parseInt(args[2]));
  }

  /** Adds entries and removes every second one again. */
  private static Void change(TriggerFile file, String who, int changes) throws IOException {
    for (int k = 0; k < changes; k++) {
      file.add(ENTRY.withId(who + k));
      if (k % 2 == 1 && file.remove(who + k) != 1) {
        throw new AssertionError("an entry was lost");
      }
      if (!file.read().problems().isEmpty()) {
        throw new AssertionError(file.read().problems());
      }
    }
    return null;
  }
}
