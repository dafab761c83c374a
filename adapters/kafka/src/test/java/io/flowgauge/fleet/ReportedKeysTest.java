package io.flowgauge.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReportedKeysTest {
  /** A fleet runs for years. */
  @Test
  void report_longAgo_isForgotten() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE); // System.nanoTime may have any value.
    ReportedKeys reported = new ReportedKeys(now::get);
    reported.add("before");
    reported.report("first");
    now.addAndGet(TimeUnit.DAYS.toNanos(31));
    reported.report("second");
    assertThat(reported.hasReport("before")).isTrue();
    assertThat(reported.hasReport("first")).isTrue();
    now.addAndGet(TimeUnit.DAYS.toNanos(31));
    reported.report("third");
    assertThat(reported.hasReport("before")).isFalse();
    assertThat(reported.hasReport("first")).isFalse();
    assertThat(reported.hasReport("second")).isTrue();
    assertThat(reported.hasReport("third")).isTrue();
  }
}
