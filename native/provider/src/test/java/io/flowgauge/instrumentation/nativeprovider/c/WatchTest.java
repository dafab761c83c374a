package io.flowgauge.instrumentation.nativeprovider.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchTest {
  @Test
  void watch_processStarts_areReported() throws Exception {
    String said = CPrograms.run(List.of(program().toString()));

    assumeTrue(!said.startsWith("refused"), () -> "skipped: " + said);
    assertThat(said).isEqualTo("ok\n");
  }

  @Test
  void watchOpen_inAProcessNamespace_isRefusedWithASentence() throws Exception {
    CPrograms.assumeProgram("unshare");
    List<String> command =
        List.of("unshare", "--pid", "--fork", "--mount-proc", program().toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assumeTrue(!said.startsWith("unshare"), () -> "skipped: " + said);

    assertThat(said).startsWith("refused: ").contains("poll /proc");
    assertThat(process.waitFor()).isZero();
  }

  private static Path program() throws Exception {
    return CPrograms.program(
        "watch_tests", List.of("library/watch.c", "shared/error.c"), CPrograms.SANITIZED);
  }
}
