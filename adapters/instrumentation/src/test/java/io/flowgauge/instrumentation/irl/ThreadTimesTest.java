package io.flowgauge.instrumentation.irl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.ProcessLoad;
import io.flowgauge.instrumentation.RefusalCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  @Test
  void look_threadThatRan_isCountedWithWhatItRan() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/schedstat")), "the kernel does not tell");
    ThreadTimes times = new ThreadTimes(ProcessHandle.current().pid());
    Duration before = times.look().orThrow().ran();
    Thread busy = new Thread(ThreadTimesTest::runForSomeTime);
    busy.start();
    Thread.sleep(50);
    ProcessLoad during = times.look().orThrow();
    busy.join();
    ProcessLoad after = times.look().orThrow();
    assertThat(during.threads()).isPositive();
    assertThat(after.ran().minus(before))
        .isBetween(Duration.ofMillis(50), after.measured().multipliedBy(64));
    assertThat(after.ran()).isGreaterThanOrEqualTo(during.ran());
    assertThat(after.measured()).isGreaterThan(during.measured());
  }

  private static void runForSomeTime() {
    long end = System.nanoTime() + 400_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void look_noProcess_isRefused() {
    assertThat(new ThreadTimes(1_999_999_999).look().refusal().orElseThrow().code())
        .isEqualTo(RefusalCode.NO_PROCESS);
  }
}
