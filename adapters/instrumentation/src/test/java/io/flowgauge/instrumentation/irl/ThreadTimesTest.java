package io.flowgauge.instrumentation.irl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.RefusalCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  @Test
  void look_threadThatRan_isCountedWithWhatItRan() throws Exception {
    assumeTrue(
        Files.isReadable(Path.of("/proc/self/schedstat")), "the kernel does not report waits");
    ThreadTimes times = new ThreadTimes(ProcessHandle.current().pid());
    Duration before = times.look().orThrow().ran();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread busy = new Thread(() -> runUntil(isOver));
    busy.start();
    ProcessLoad during = times.look().orThrow();
    ProcessLoad after = during;
    for (int k = 0; k < 600 && after.ran().minus(before).toMillis() < 100; k++) {
      Thread.sleep(50);
      after = times.look().orThrow();
    }
    isOver.set(true);
    busy.join();
    assertThat(during.threads()).isPositive();
    assertThat(after.ran().minus(before))
        .isBetween(Duration.ofMillis(100), after.measured().multipliedBy(64));
    assertThat(after.measured()).isGreaterThan(during.measured());
  }

  private static void runUntil(AtomicBoolean isOver) {
    while (!isOver.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void look_noProcess_isRefused() {
    assertThat(new ThreadTimes(1_999_999_999).look().refusal().orElseThrow().code())
        .isEqualTo(RefusalCode.NO_PROCESS);
  }
}
