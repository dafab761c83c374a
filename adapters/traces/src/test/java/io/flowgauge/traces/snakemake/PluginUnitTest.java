package io.flowgauge.traces.snakemake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.Commands;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Runs the Python tests of the plug-ins for Snakemake. */
class PluginUnitTest {

  @Test
  void unittest_allOfThem_pass() throws IOException, InterruptedException {
    assumeTrue(
        Commands.succeeds("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 8))"),
        "python3, 3.8 or later, is not installed");
    Process process =
        new ProcessBuilder("python3", "-B", "-m", "unittest", "discover", "-s", "tests")
            .directory(Checkout.root().resolve("plugins/snakemake").toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(printed).containsPattern("Ran \\d{2,} tests");
  }
}
