package io.flowgauge.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PollerTest {
  /** As when another thread has read a large file and taken the last memory. */
  @Test
  void run_errorOnce_looksAgain() throws Exception {
    CountDownLatch looks = new CountDownLatch(3);
    Poller poller =
        new Poller(
            run -> true,
            () -> {
              looks.countDown();
              if (looks.getCount() > 0) {
                throw new OutOfMemoryError("of the test");
              }
              return List.of();
            },
            run -> {},
            () -> {});
    poller.setUncaughtExceptionHandler(
        (thread, e) -> {
          throw new IllegalStateException("no memory to report it", e);
        });
    poller.start();
    assertThat(looks.await(30, TimeUnit.SECONDS)).as("three looks").isTrue();
    poller.end();
  }
}
