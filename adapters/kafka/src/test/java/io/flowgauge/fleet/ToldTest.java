package io.flowgauge.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ToldTest {
  /** A fleet goes on for years. */
  @Test
  void report_longAgo_isForgotten() {
    AtomicLong now = new AtomicLong(Long.MAX_VALUE); // As System.nanoTime may be.
    Told told = new Told(now::get);
    told.add("before");
    told.report("first");
    now.addAndGet(TimeUnit.DAYS.toNanos(31));
    told.report("second");
    assertThat(told.hasReport("before")).isTrue();
    assertThat(told.hasReport("first")).isTrue();
    now.addAndGet(TimeUnit.DAYS.toNanos(31));
    told.report("third");
    assertThat(told.hasReport("before")).isFalse();
    assertThat(told.hasReport("first")).isFalse();
    assertThat(told.hasReport("second")).isTrue();
    assertThat(told.hasReport("third")).isTrue();
  }
}
