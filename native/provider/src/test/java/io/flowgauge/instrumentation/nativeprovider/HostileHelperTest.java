package io.flowgauge.instrumentation.nativeprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library with a helper that a traced program has compromised. */
class HostileHelperTest {
  private static final List<String> GNU = List.of("-D_GNU_SOURCE", "-std=gnu11");
  private static final String ROUNDS = "300";

  @Test
  void library_withAHostileHelper_isNeitherCrashedNorHung(@TempDir Path folder) throws Exception {
    Path helper = CPrograms.program("hostile_helper", List.of(), GNU);
    Files.copy(helper, folder.resolve("helper.bin"), StandardCopyOption.REPLACE_EXISTING);
    Path program =
        CPrograms.program(
            "library_hostile",
            CPrograms.with(CPrograms.sources("library", "shared"), "library/embed_helper.S"),
            CPrograms.with(CPrograms.SANITIZED, "-D_GNU_SOURCE", "-std=gnu11", "-Wa,-I," + folder));
    assertThat(CPrograms.run(List.of(program.toString(), ROUNDS))).isEqualTo("done\n");
  }
}
