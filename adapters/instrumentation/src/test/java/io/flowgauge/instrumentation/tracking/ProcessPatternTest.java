package io.flowgauge.instrumentation.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.flowgauge.instrumentation.TargetProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessPatternTest {
  private static final String VARIABLE = "FLOWGAUGE_TEST_JOB";

  @TempDir private Path folder;

  private Programs programs;

  @BeforeEach
  void open() {
    programs = new Programs(folder);
  }

  @AfterEach
  void close() {
    programs.close();
  }

  private static List<Long> pids(ProcessPattern pattern) {
    return pattern.find().orThrow().stream().map(TargetProcess::pid).toList();
  }

  @Test
  void find_byName_isEveryProcessOfIt() throws IOException {
    Path one = programs.sleeper("fg-one");
    Process first = programs.start(one.toString(), "60");
    Process second = programs.start(one.toString(), "60");
    programs.start(programs.sleeper("fg-other").toString(), "60");

    assertThat(pids(ProcessPattern.named("fg-o?e"))).containsExactly(first.pid(), second.pid());
    assertThat(pids(ProcessPattern.named(one.toString())))
        .containsExactly(first.pid(), second.pid());
    assertThat(pids(ProcessPattern.named("fg-none*"))).isEmpty();
    assertThat(ProcessPattern.named("fg-one").find().orThrow().get(0))
        .satisfies(
            process -> {
              assertThat(process.name()).isEqualTo("fg-one");
              assertThat(process.command()).containsExactly(one.toString(), "60");
              assertThat(process.executable()).contains(one.toRealPath());
              assertThat(process.start()).isPresent();
            });
  }

  @Test
  void find_byLink_isTheProgramBehindIt() throws IOException {
    Path file = programs.sleeper("fg-behind");
    Path link = Files.createSymbolicLink(folder.resolve("fg-link"), file);
    Process process = programs.start(link.toString(), "60");

    assertThat(pids(ProcessPattern.named("fg-link"))).containsExactly(process.pid());
    assertThat(pids(ProcessPattern.named(link.toString()))).containsExactly(process.pid());
    assertThat(pids(ProcessPattern.named("fg-behind"))).containsExactly(process.pid());
    assertThat(pids(ProcessPattern.named("fg-links"))).isEmpty();
    assertThat(ProcessPattern.named("behind2").similarNames())
        .containsExactly("fg-behind (or fg-link)");
  }

  @Test
  void find_byTheNameAProcessGivesItself_isThatProcess() throws IOException {
    Path script = folder.resolve("fg-script");
    Files.writeString(script, "#!/bin/sh\nread line; :\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    Process process = programs.start(script.toString());

    assertThat(pids(ProcessPattern.named("fg-script"))).containsExactly(process.pid());
  }

  @Test
  void find_hostileNames_areFoundAsTheyAre() throws IOException {
    Path odd = programs.sleeper("fg odd)\n(R 1 ü");
    Process process = programs.start(odd.toString(), "60");

    assertThat(pids(ProcessPattern.named("fg odd)*"))).containsExactly(process.pid());
  }

  @Test
  void find_deletedExecutable_stillHasNameAndChecksum() throws Exception {
    Path gone = programs.sleeper("fg-gone");
    Process process = programs.start(gone.toString(), "60");
    String sum = sha256(gone);
    Files.delete(gone);

    assertThat(pids(ProcessPattern.named("fg-gone").withSha256(sum)))
        .containsExactly(process.pid());
  }

  @Test
  void find_byChecksum_distinguishesCopiesFromOthers() throws Exception {
    Path copy = programs.sleeper("fg-copy");
    Path other = programs.sleeper("fg-copy2");
    Files.write(other, new byte[] {0}, StandardOpenOption.APPEND);
    Process process = programs.start(copy.toString(), "60");
    programs.start(other.toString(), "60");
    ProcessPattern pattern = ProcessPattern.named("fg-copy*");

    assertThat(pids(pattern)).hasSize(2);
    assertThat(pids(pattern.withSha256(sha256(copy).toUpperCase(Locale.ROOT))))
        .containsExactly(process.pid());
    assertThat(pids(pattern.withSha256("0".repeat(64)))).isEmpty();
  }

  @Test
  void find_byEnvironment_comparesValues() throws IOException {
    String program = programs.sleeper("fg-env").toString();
    Process seven = programs.start(Map.of(VARIABLE, "7"), program, "60");
    Process eight = programs.start(Map.of(VARIABLE, "8\nOTHER=7"), program, "60");
    programs.start(program, "60");

    assertThat(pids(ProcessPattern.any().withEnvironment(VARIABLE, "7")))
        .containsExactly(seven.pid());
    assertThat(pids(ProcessPattern.named("fg-env").withEnvironment(VARIABLE, "*")))
        .containsExactly(seven.pid(), eight.pid());
    assertThat(pids(ProcessPattern.any().withEnvironment("OTHER", "7"))).isEmpty();
  }

  @Test
  void find_byCgroup_comparesPaths() throws IOException {
    List<String> own = ProcTable.ofSystem().cgroups(ProcessHandle.current().pid());
    assumeFalse(own.isEmpty(), "needs control groups");
    Process process = programs.start(programs.sleeper("fg-group").toString(), "60");
    ProcessPattern pattern = ProcessPattern.named("fg-group");

    assertThat(pids(pattern.withCgroup(own.get(0)))).containsExactly(process.pid());
    assertThat(pids(pattern.withCgroup("/none/of/these"))).isEmpty();
  }

  @Test
  void find_everything_isWithoutThisProcess() {
    assertThat(pids(ProcessPattern.any()))
        .isNotEmpty()
        .isSorted()
        .doesNotContain(ProcessHandle.current().pid());
  }

  @Test
  void create_badParts_saysWhich() {
    assertThatThrownBy(() -> ProcessPattern.named("")).hasMessageContaining("* stands for any");
    assertThatThrownBy(() -> ProcessPattern.any().withSha256("12"))
        .hasMessage("sha256 must be 64 hexadecimal digits, but is '12'");
    assertThatThrownBy(() -> ProcessPattern.any().withEnvironment("A=B", "1"))
        .hasMessage("'A=B' is not the name of a variable");
  }

  private static String sha256(Path file) throws Exception {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }
}
