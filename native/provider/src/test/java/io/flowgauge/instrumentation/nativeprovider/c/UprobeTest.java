package io.flowgauge.instrumentation.nativeprovider.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class UprobeTest {
  @Test
  void kernelProbes_countAndTimeExactly_andComeOut() throws Exception {
    Path program =
        CPrograms.program(
            "uprobe_tests",
            CPrograms.with(CPrograms.sources("uprobe", "shared"), "image/image_file.c"),
            CPrograms.SANITIZED);

    String said = CPrograms.run(List.of(program.toString()));

    assumeTrue(!said.startsWith("refused"), () -> "skipped: " + said);
    assertThat(said).endsWith("ok\n");
  }
}
