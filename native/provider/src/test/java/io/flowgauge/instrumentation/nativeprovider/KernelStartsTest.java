package io.flowgauge.instrumentation.nativeprovider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.ProcessStarts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelStartsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir private Path folder;

  private static ProcessStarts.Watch open() {
    Outcome<ProcessStarts.Watch> watch = new KernelStarts().open();
    assumeTrue(
        watch.value().isPresent(),
        () -> "the kernel reports no starts: " + watch.refusal().orElseThrow());
    return watch.orThrow();
  }

  private Path program(String name) throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sleep")), "needs /bin/sleep");
    return Files.copy(Path.of("/bin/sleep"), folder.resolve(name));
  }

  @Test
  void services_installed_areThese() {
    assertThat(ServiceLoader.load(ProcessStarts.class))
        .singleElement()
        .isInstanceOf(KernelStarts.class);
  }

  @Test
  void next_startedProcess_isReported() throws IOException {
    try (ProcessStarts.Watch watch = open()) {
      Process process = new ProcessBuilder(program("fg-kernel").toString(), "20").start();
      try {
        List<Long> reported = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!reported.contains(process.pid()) && System.nanoTime() < deadline) {
          reported.addAll(watch.next(Duration.ofMillis(100)));
        }
        assertThat(reported).contains(process.pid());
      } finally {
        process.destroyForcibly();
      }
    }
  }

  @Test
  void next_nothingStarts_returnsInTime() {
    try (ProcessStarts.Watch watch = open()) {
      long start = System.nanoTime();
      watch.next(Duration.ofMillis(50));
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
    }
  }
}
