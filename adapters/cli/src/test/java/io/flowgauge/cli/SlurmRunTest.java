package io.flowgauge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmRunTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "dft-slurm, loop",
    "dft-slurm-speedup/A, A",
    "dft-slurm-speedup/B, B",
    "dft-slurm-speedup/C, C",
    "dft-slurm-speedup/AB, AB",
    "dft-slurm-speedup/ABC, ABC"
  })
  void read_recordsOfARun_areTheSample(String records, String sample) throws IOException {
    Path made = folder.resolve(sample + ".json");
    Flowgauge.write(SlurmRun.read(SharedData.path("runs").resolve(records), "dft-" + sample), made);

    assertThat(Files.readString(made))
        .isEqualTo(Files.readString(Checkout.root().resolve("samples/dft/" + sample + ".json")));
  }
}
