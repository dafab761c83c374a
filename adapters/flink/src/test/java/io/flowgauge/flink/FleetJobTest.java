package io.flowgauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FleetJobTest {
  @Test
  void duration_withAndWithoutUnit_isAsInTheCommand() {
    assertThat(FleetJob.duration("30")).isEqualTo(Duration.ofSeconds(30));
    assertThat(FleetJob.duration("10m")).isEqualTo(Duration.ofMinutes(10));
    assertThat(FleetJob.duration("3 d")).isEqualTo(Duration.ofDays(3));
    assertThat(FleetJob.duration("250 ms")).isEqualTo(Duration.ofMillis(250));
  }
}
