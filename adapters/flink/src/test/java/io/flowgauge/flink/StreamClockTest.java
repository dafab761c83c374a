package io.flowgauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.util.clock.ManualClock;
import org.junit.jupiter.api.Test;

class StreamClockTest {
  private final ManualClock time = new ManualClock(1_000_000_000_000_000_000L);
  private final List<Long> watermarks = new ArrayList<>();
  private final StreamClock clock = new StreamClock(time);

  private final WatermarkOutput output =
      new WatermarkOutput() {
        @Override
        public void emitWatermark(Watermark watermark) {
          watermarks.add(watermark.getTimestamp());
        }

        @Override
        public void markIdle() {
          throw new AssertionError("a partition that is idle would not hold back the others");
        }

        @Override
        public void markActive() {}
      };

  private void pass(long millis) {
    time.advanceTime(Duration.ofMillis(millis));
    clock.onPeriodicEmit(output);
  }

  @Test
  void emit_whileNothingComes_goesOnFromTheLatestRecord() {
    clock.onEvent(new Arrival(), 5_000, output);
    clock.onEvent(new Arrival(), 4_000, output);
    pass(200);
    pass(200);
    pass(300);
    clock.onEvent(new Arrival(), 5_100, output);
    pass(200);
    assertThat(watermarks).containsExactly(5_000L, 5_200L, 5_500L, 5_100L);
  }

  @Test
  void emit_afterAPause_doesNotTakeItForSilence() {
    clock.onEvent(new Arrival(), 5_000, output);
    pass(200);
    pass(60_000);
    assertThat(watermarks).containsExactly(5_000L, 6_000L);
  }

  @Test
  void emit_ofAPartitionWithoutRecords_waitsThenTakesThisMachinesTime() {
    for (int k = 0; k < 10; k++) {
      pass(1_000);
    }
    assertThat(watermarks).isEmpty();
    pass(1_000);
    assertThat(watermarks).containsExactly(1_000_000_000_000L + 11_000);
  }
}
