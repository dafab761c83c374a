package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.ThreadPosition;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the threads of a running program are. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PositionsTest {
  private static final int LOOKS = 1_000;
  private static final int KILLS = 25;

  @TempDir Path folder;
  private Process program;
  private BufferedReader output;

  @BeforeEach
  void start() throws Exception {
    Sensors.provider();
    Path made = folder.resolve("places");
    Path source = Path.of("src/test/c/programs/places.c").toAbsolutePath();
    CPrograms.run(List.of("gcc", "-O2", "-pthread", "" + source, "-o", "" + made));
    program = new ProcessBuilder("" + made).start();
    output =
        new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
    assertThat(output.readLine()).isEqualTo("ready");
  }

  @AfterEach
  void end() {
    program.destroyForcibly();
  }

  private static boolean isAmong(ThreadPosition position, String name) {
    return position.region().map(CodeRegion::name).filter(name::equals).isPresent()
        || position.callers().stream().anyMatch(region -> region.name().equals(name));
  }

  private static ThreadPosition of(List<ThreadPosition> all, String name) {
    return all.stream().filter(position -> isAmong(position, name)).findFirst().orElseThrow();
  }

  @Test
  void positions_ofThreadsThatRunAndWait_nameRegionsAndCallers() {
    try (InstrumentedProcess process = Sensors.provider().attach(program.pid()).orThrow()) {
      List<ThreadPosition> all = process.positions().orThrow();
      assertThat(all).hasSize(4);
      ThreadPosition computes = of(all, "compute_outer");
      assertThat(computes.runs()).isTrue();
      assertThat(computes.region().orElseThrow().qualifiedName()).isEqualTo("places:compute_inner");
      ThreadPosition dozes = of(all, "doze");
      assertThat(dozes.runs()).isFalse();
      assertThat(dozes.region().orElseThrow().unit()).startsWith("libc");
      assertThat(of(all, "await_event").region().orElseThrow().name()).contains("epoll_wait");
    }
  }

  @Test
  void manyLooks_areNotNoticed() throws Exception {
    long[] nanos = new long[LOOKS];
    try (InstrumentedProcess process = Sensors.provider().attach(program.pid()).orThrow()) {
      for (int k = 0; k < LOOKS; k++) {
        long begin = System.nanoTime();
        process.positions().orThrow();
        nanos[k] = System.nanoTime() - begin;
      }
    }
    program.outputWriter().close();
    assertThat(output.readLine()).as("waits that were cut short").isEqualTo("0");
    assertThat(program.waitFor()).isZero();
    Arrays.sort(nanos);
    System.out.printf("a look at 4 threads: median %d us%n", nanos[LOOKS / 2] / 1000);
  }

  @Test
  void helperKilledWhileItLooks_isNotNoticed() throws Exception {
    Random random = new Random(1);
    for (int k = 0; k < KILLS; k++) {
      try (InstrumentedProcess process = Sensors.provider().attach(program.pid()).orThrow()) {
        int looks = random.nextInt(100);
        Thread killer =
            new Thread(
                () -> {
                  LockSupport.parkNanos(looks * 100_000L);
                  ProcessHandle.current()
                      .children()
                      .filter(child -> child.info().command().orElse("").contains("flowgauge"))
                      .forEach(ProcessHandle::destroyForcibly);
                });
        killer.start();
        while (killer.isAlive()) {
          process.positions();
        }
        killer.join();
        assertThat(process.positions().refusal().orElseThrow().code())
            .isEqualTo(RefusalCode.HELPER);
      }
    }
    program.outputWriter().close();
    assertThat(output.readLine()).as("waits that were cut short").isEqualTo("0");
    assertThat(program.waitFor()).isZero();
  }

  @Test
  void positions_ofWhatHasEnded_areRefused() throws Exception {
    try (InstrumentedProcess process = Sensors.provider().attach(program.pid()).orThrow()) {
      program.destroyForcibly().waitFor();
      assertThat(process.positions().refusal().orElseThrow().code())
          .isEqualTo(RefusalCode.NO_PROCESS);
    }
  }
}
