package io.flowgauge.instrumentation.tracking;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.RefusalCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process table with arbitrary content. */
class ProcTableTest {
  @TempDir private Path root;

  private ProcTable table;

  @BeforeEach
  void create() throws IOException {
    table = new ProcTable(root);
    put("self/stat", "");
  }

  private void put(String file, String content) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, content.getBytes(ISO_8859_1));
  }

  @Test
  void unavailable_withoutTable_saysWhatIsMissing() {
    assertThat(new ProcTable(root.resolve("none")).unavailable())
        .hasValueSatisfying(
            refusal -> {
              assertThat(refusal.code()).isEqualTo(RefusalCode.UNSUPPORTED);
              assertThat(refusal.message()).contains("none, which does not exist", "not Linux");
            });
    assertThat(table.unavailable()).isEmpty();
    assertThat(new ProcTable(root.resolve("none")).pids()).isEmpty();
  }

  @Test
  void pids_otherEntries_areLeftOut() throws IOException {
    put("12/stat", "");
    put("7/stat", "");
    put("9x/stat", "");
    put("99999999999999999999999/stat", "");
    put("sys/stat", "");

    assertThat(table.pids()).containsExactlyInAnyOrder(7L, 12L);
  }

  @Test
  void read_vanishedProcess_isEmpty() {
    assertThat(table.stat(5)).isEmpty();
    assertThat(table.executable(5)).isEmpty();
    assertThat(table.command(5)).isEmpty();
    assertThat(table.environment(5)).isEmpty();
    assertThat(table.cgroups(5)).isEmpty();
    assertThat(table.lastPid()).isEmpty();
  }

  @Test
  void environment_oddEntries_keepsWhatIsOne() throws IOException {
    put("5/environ", "A=1\0B=x\ny=z\0\0=C\0rubbish\0A=2\0D=\0E=\u00ff\u00fe\0F=cut");

    assertThat(table.environment(5))
        .containsExactly(
            Map.entry("A", "1"),
            Map.entry("B", "x\ny=z"),
            Map.entry("D", ""),
            Map.entry("E", "\ufffd\ufffd"),
            Map.entry("F", "cut"));
  }

  @Test
  void command_ofAnyBytes_isAsManyArguments() throws IOException {
    put("5/cmdline", "a b\0" + new String("é".getBytes(UTF_8), ISO_8859_1) + "\0\0\n\0");

    assertThat(table.command(5)).containsExactly("a b", "é", "", "\n");
  }

  @Test
  void cgroups_ofBothVersions_arePaths() throws IOException {
    put("5/cgroup", "12:cpu,cpuacct:/slurm/uid_0/job_7\n0::/user.slice:odd\nrubbish\n");

    assertThat(table.cgroups(5)).containsExactly("/slurm/uid_0/job_7", "/user.slice:odd");
  }

  @Test
  void executable_deletedOrNamedSo_isTheFile() throws IOException {
    Files.createDirectories(root.resolve("5"));
    Files.createDirectories(root.resolve("6"));
    Path odd = Files.createFile(root.resolve("odd (deleted)"));
    Files.createSymbolicLink(root.resolve("5/exe"), root.resolve("prog (deleted)"));
    Files.createSymbolicLink(root.resolve("6/exe"), odd);

    assertThat(table.executable(5)).contains(root.resolve("prog"));
    assertThat(table.executable(6)).contains(odd);
  }
}
