package io.flowgauge.instrumentation.tracking;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProfileSumTest {
  private static final Measured ABSENT = Measured.absent("the kernel refused");

  @Test
  void add_processesWithoutProcessorTime_countAsCallsThatLackIt() {
    ProfileSum sum = new ProfileSum();
    sum.add(profile(10, ABSENT, ABSENT));
    sum.add(profile(20, Measured.of(0.5, 20, 20), Measured.of(7, 5, 20)));
    sum.add(profile(30, ABSENT, ABSENT));

    RegionProfile region = sum.regions().get(0);
    assertThat(region.calls()).isEqualTo(60);
    assertThat(region.cpuSeconds()).isEqualTo(Measured.of(0.5, 20, 60));
    assertThat(region.counters().get(Metric.INSTRUCTIONS)).isEqualTo(Measured.of(7, 5, 60));
  }

  @Test
  void add_nothingMeasured_saysWhy() {
    ProfileSum sum = new ProfileSum();
    sum.add(profile(10, ABSENT, ABSENT));
    sum.add(profile(20, ABSENT, ABSENT));

    assertThat(sum.regions().get(0).cpuSeconds()).isEqualTo(ABSENT);
  }

  private static Profile profile(int calls, Measured cpu, Measured counted) {
    CodeRegion region = new CodeRegion("unit", "f", "f", 16, 8, Optional.empty(), false);
    RegionProfile f =
        RegionProfile.builder(region)
            .calls(calls)
            .wall(CallDurations.of(calls, 1e6, 1, 9), 1e6)
            .cpu(cpu)
            .counter(Metric.INSTRUCTIONS, counted)
            .build();
    return new Profile(
        TargetProcess.builder(1, "p").build(),
        Instant.EPOCH,
        Instant.EPOCH,
        List.of(f),
        List.of(),
        List.of(),
        ProfileLosses.NONE);
  }
}
