package io.flowgauge.traces.files;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which files in and below a folder make up the run. */
class RunFoldersTest {
  @TempDir Path folder;

  /**
   * A reader for which a file that begins with "run" is a run and one that begins with "part" a
   * companion; of several runs, the one in the file "main" takes the others.
   */
  private static final class Engine implements RunReader {
    final List<String> companions = new ArrayList<>();

    @Override
    public String format() {
      return "engine";
    }

    @Override
    public Match match(TraceFile file) {
      if (file.head().startsWith("part")) {
        return Match.COMPANION;
      }
      return file.head().startsWith("run") ? Match.RUN : Match.NO;
    }

    @Override
    public Optional<TraceFile> main(List<TraceFile> runs) {
      return runs.stream().filter(run -> run.fileName().equals("main")).findFirst();
    }

    @Override
    public String read(TraceFile file, List<TraceFile> others, RunRecorder into) {
      others.forEach(other -> companions.add(other.fileName()));
      return "";
    }
  }

  private final Engine engine = new Engine();

  /** Reading such files of the kernel may block. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void head_ofFileWithoutSize_isNotRead() throws IOException {
    assertThat(FileHead.of(Path.of("/proc/self/status")).content()).contains("an empty file");
  }

  private void file(String name, String content) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  private WorkflowRun read(Path path) throws IOException {
    return new RunInput(List.of(engine), List.of())
        .read(List.of(path), Recorders.ofCaller(RecordedRun::new));
  }

  @Test
  void read_companionsInFoldersBelow_nearestFirst() throws IOException {
    file("trace", "run");
    file("a/deep/part1", "part");
    file("z/part2", "part");
    file("z/notes", "hello");
    WorkflowRun run = read(folder);
    assertThat(engine.companions).containsExactly("part2", "part1");
    assertThat(messages(run))
        .containsExactly(
            "read as engine, with z/part2, a/deep/part1", "not part of the run: z (1 file)");
  }

  @Test
  void read_hiddenLinkedAndTooDeepFiles_notLookedAt() throws IOException {
    file("trace", "run");
    file(".cache/part1", "part");
    file("a/.part2", "part");
    file("a/b/c/part3", "part");
    Files.createSymbolicLink(folder.resolve("loop"), folder);
    Files.createSymbolicLink(folder.resolve("a/part4"), folder.resolve("a/b/c/part3"));
    assertThat(messages(read(folder))).containsExactly("read as engine");
  }

  @Test
  void read_folderBelowWithRun_keepsItsCompanions() throws IOException {
    file("trace", "run");
    file("old/trace", "run");
    file("old/part", "part");
    file("old/inner/part", "part");
    WorkflowRun run = read(folder);
    assertThat(engine.companions).isEmpty();
    assertThat(messages(run)).contains("folders that hold runs of their own: old");
  }

  @Test
  void read_onlyFolderBelowHoldsTheRun_isReadInstead() throws IOException {
    file("README", "hello");
    file("run0001/trace", "run");
    file("run0001/00/part", "part");
    WorkflowRun run = read(folder);
    assertThat(run.name()).isEqualTo("run0001");
    assertThat(engine.companions).containsExactly("part");
  }

  @Test
  void read_runInsideFolderOfRun_outerIsRead() throws IOException {
    file("outer/trace", "run");
    file("outer/sub/trace", "run");
    assertThat(read(folder).name()).isEqualTo("outer");
  }

  @Test
  void read_severalFoldersWithRuns_oneLineNamesThem() throws IOException {
    file("README", "hello");
    file("resources-1/trace", "run");
    file("resources-2/trace", "run");
    file("scenes/part", "part");
    assertThatThrownBy(() -> read(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("2 folders that hold runs: resources-1, resources-2")
        .hasMessageContaining("expected the folder of one run");
  }

  private List<Path> in(Path path) throws IOException {
    return RunFolders.in(path, List.of(engine)).stream().map(folder::relativize).toList();
  }

  @Test
  void in_foldersOfRuns_areTheRuns() throws IOException {
    file("README", "hello");
    file("run-1/trace", "run");
    file("run-2/logs/trace", "run");
    file("run-3/notes", "hello");
    file(".old/trace", "run");
    Files.createDirectory(folder.resolve("run-4"));
    assertThat(in(folder))
        .containsExactly(Path.of("run-1"), Path.of("run-2"), Path.of("run-3"), Path.of("run-4"));
    assertThatThrownBy(() -> read(folder.resolve("run-3"))).hasMessageContaining("run-3");
  }

  @Test
  void in_oneRun_isThePathItself() throws IOException {
    file("whole/trace", "run");
    file("whole/old/trace", "run");
    file("whole/older/trace", "run");
    file("nested/run-1/trace", "run");
    file("nested/scenes/part", "part");
    Path none = Files.createDirectory(folder.resolve("none"));
    for (Path path : List.of(folder.resolve("whole"), folder.resolve("nested"), none)) {
      assertThat(in(path)).containsExactly(folder.relativize(path));
    }
    Path file = folder.resolve("nested/run-1/trace");
    assertThat(in(file)).containsExactly(folder.relativize(file));
    Path missing = folder.resolve("missing");
    assertThat(in(missing)).containsExactly(folder.relativize(missing));
  }

  @Test
  void read_readerChoosesAmongItsRuns_othersAreCompanions() throws IOException {
    file("extra", "run");
    file("main", "run");
    file("part", "part");
    read(folder);
    assertThat(engine.companions).containsExactly("extra", "part");
  }

  @Test
  void read_namedMainFile_takesRunsBesideIt() throws IOException {
    file("extra", "run");
    file("main", "run");
    read(folder.resolve("main"));
    assertThat(engine.companions).containsExactly("extra");
  }

  @Test
  void read_namedFileThatIsNotMain_staysAlone() throws IOException {
    file("extra", "run");
    file("main", "run");
    read(folder.resolve("extra"));
    assertThat(engine.companions).isEmpty();
  }

  @Test
  void read_hugeTreeBelow_firstPartIsUsed() throws IOException {
    file("trace", "run");
    for (int k = 0; k < 25; k++) {
      Path sub = Files.createDirectory(folder.resolve("d" + k));
      for (int n = 0; n < 450; n++) {
        Files.createFile(sub.resolve("f" + n));
      }
    }
    assertThat(messages(read(folder)))
        .contains(
            "of the folders below it only the first "
                + SubfolderFiles.MAX_ENTRIES
                + " files and folders are used");
  }

  /** For root, who may read every folder, the first folder has too many files. */
  @Test
  void in_folderThatIsRefused_areAllFolders() throws IOException {
    for (int k = 0; k <= Offers.MAX_FILES; k++) {
      file("a/" + k, "");
    }
    file("b/trace", "run");
    file("c/trace", "run");

    assertThat(RunFolders.in(folder, List.of(engine)))
        .containsExactly(folder.resolve("a"), folder.resolve("b"), folder.resolve("c"));
  }

  /** Even root may not list these files of another process. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void files_ofFolderThatOpensButCannotBeRead_isRefused() {
    Path unreadable = Path.of("/proc/1/map_files");
    String[] names = unreadable.toFile().list();
    assumeTrue(names == null || names.length == 0, "this user may list it");
    assertThatThrownBy(() -> Offers.files(unreadable))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a folder without permission to read it");
  }
}
