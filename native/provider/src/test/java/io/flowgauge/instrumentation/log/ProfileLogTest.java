package io.flowgauge.instrumentation.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.write.EventLog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileLogTest {
  private static final CodeRegion SINE =
      new CodeRegion("libm.so.6", "sin", "sin", 0x1000, 16, Optional.empty(), false);

  private static Profile profile(RegionProfile region) {
    TargetProcess process = TargetProcess.builder(4711, "solver").build();
    return new Profile(
        process,
        Instant.EPOCH,
        Instant.EPOCH,
        List.of(region),
        List.of(),
        List.of(),
        ProfileLosses.NONE);
  }

  @Test
  void updated_andEnded_areEventsThatReadBack(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("profile.nlb");
    try (EventLog log = EventLog.open(file)) {
      ProfileLog listener = new ProfileLog(log);
      listener.updated(
          profile(
              RegionProfile.builder(SINE)
                  .calls(3)
                  .wall(CallDurations.of(3, 300, 90, 110), 250)
                  .cpu(Measured.of(2e-7, 2, 3))
                  .open(1, 40)
                  .cost(18)
                  .counter(Metric.CYCLES, Measured.absent("there are none"))
                  .counter(Metric.PAGE_FAULTS, Measured.of(12, 2, 3))
                  .build()));
      listener.updated(
          profile(RegionProfile.builder(SINE).installed(false).overLimit(true).build()));
      listener.ended(
          new ProcessStatus(ProcessStatus.State.EXITED, OptionalInt.of(2), OptionalInt.empty()));
    }
    List<LogEvent> events;
    try (LogReader reader = LogReader.open(file)) {
      events = reader.events().toList();
    }
    assertThat(events)
        .extracting(event -> event.name())
        .containsExactly(
            ProfileLog.UPDATE,
            ProfileLog.COUNTER,
            ProfileLog.COUNTER,
            ProfileLog.UPDATE,
            ProfileLog.END);
    assertThat(events.get(0).values())
        .containsAllEntriesOf(
            Map.ofEntries(
                Map.entry("REGION", "libm.so.6:sin"),
                Map.entry("PID", 4711L),
                Map.entry("PROGRAM", "solver"),
                Map.entry("CALLS", 3L),
                Map.entry("TIMED", 3L),
                Map.entry("WALL_NS", 300.0),
                Map.entry("OWN_NS", 250.0),
                Map.entry("MIN_NS", 90.0),
                Map.entry("MAX_NS", 110.0),
                Map.entry("CPU_S", 2e-7),
                Map.entry("CPU_CALLS", 2),
                Map.entry("CPU_OF", 3),
                Map.entry("OPEN", 1),
                Map.entry("OPEN_NS", 40.0),
                Map.entry("COST_NS", 18.0),
                Map.entry("INSTALLED", 1),
                Map.entry("OVER_LIMIT", 0)));
    assertThat(events.get(1).values())
        .containsEntry("COUNTER", "cycles")
        .containsEntry("OF", 0)
        .containsEntry("REASON", "there are none");
    assertThat(events.get(2).values())
        .containsAllEntriesOf(
            Map.of(
                "REGION",
                "libm.so.6:sin",
                "PID",
                4711L,
                "COUNTER",
                "page-faults",
                "VALUE",
                12.0,
                "CALLS",
                2,
                "OF",
                3,
                "REASON",
                ""));
    assertThat(events.get(3).values())
        .containsEntry("CALLS", 0L)
        .containsEntry("CPU_OF", 0)
        .containsEntry("OVER_LIMIT", 1);
    assertThat(events.get(4).values())
        .containsEntry("PID", 4711L)
        .containsEntry("STATE", "EXITED")
        .containsEntry("EXIT", 2)
        .containsEntry("SIGNAL", -1);
  }
}
