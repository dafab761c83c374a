package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counters, compared with numbers that the program knows. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CountersTest {
  private static final int THREADS = 2;
  private static final int ROUNDS = 20;
  private static final int PAGES = 1024;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  private static SensorRequest request(Metric... metrics) {
    return SensorRequest.builder("events*:touches", "events*:naps")
        .metrics(metrics)
        .backend(Backend.AGENT)
        .build();
  }

  private static RegionProfile region(List<RegionProfile> regions, String name) {
    return regions.stream()
        .filter(region -> region.region().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static long events(long pid) throws IOException {
    long count = 0;
    try (var files = Files.list(Path.of("/proc", "" + pid, "fd"))) {
      for (Path file : files.toList()) {
        count += Files.readSymbolicLink(file).toString().contains("perf_event") ? 1 : 0;
      }
    }
    return count;
  }

  @Test
  void counters_ofTheKernel_areWhatTheProgramDoes() throws Exception {
    try (Target target = Target.start(Built.c("events"), THREADS)) {
      target.run(1);
      Profile profile;
      try (InstrumentedProcess process = Sensors.attach(target.pid())) {
        Sensors.insert(process, request(Metric.PAGE_FAULTS, Metric.CONTEXT_SWITCHES));
        assertThat(target.run(ROUNDS).text()).contains("errors 0\n");
        profile = process.profile();
        assertThat(events(target.pid())).isPositive();
        Sensors.removeAll(process);
        assertThat(events(target.pid())).isZero();
      }
      int calls = THREADS * ROUNDS;
      RegionProfile touches = region(profile.regions(), "touches");
      RegionProfile naps = region(profile.regions(), "naps");
      assertThat(touches.counters().get(Metric.PAGE_FAULTS))
          .isEqualTo(Measured.of((double) calls * PAGES, calls, calls));
      assertThat(profile.threads())
          .hasSize(THREADS)
          .allSatisfy(
              thread ->
                  assertThat(region(thread.regions(), "touches").counters().get(Metric.PAGE_FAULTS))
                      .isEqualTo(Measured.of((double) ROUNDS * PAGES, ROUNDS, ROUNDS)));
      Measured switches = naps.counters().get(Metric.CONTEXT_SWITCHES);
      if (switches.isMeasured()) {
        assertThat(switches.value()).isGreaterThanOrEqualTo(calls);
      } else {
        assertThat(switches.reason().orElseThrow()).contains("perf_event_paranoid");
      }
    }
  }

  @Test
  void counters_ofTheProcessor_areMeasuredOrSayWhyNot() throws Exception {
    try (Target target = Target.start(Built.c("events"), THREADS);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      Sensors.insert(process, request(Metric.CYCLES, Metric.INSTRUCTIONS));
      target.run(ROUNDS);
      Profile profile = process.profile();
      RegionProfile touches = region(profile.regions(), "touches");
      Measured instructions = touches.counters().get(Metric.INSTRUCTIONS);
      if (instructions.isMeasured()) {
        assertThat(instructions.value()).isGreaterThan((double) PAGES * instructions.measured());
      } else {
        assertThat(instructions.reason().orElseThrow()).contains("instructions");
      }
    }
  }

  @Test
  void counters_ofKernelProbes_sayThatThereAreNone() throws Exception {
    try (Target target = Target.start(Built.c("events"), THREADS);
        InstrumentedProcess process = Sensors.attach(target.pid())) {
      SensorReport report =
          Sensors.insert(
              process,
              SensorRequest.builder("events*:touches")
                  .metrics(Metric.CALLS, Metric.PAGE_FAULTS)
                  .backend(Backend.KERNEL)
                  .build());
      target.run(1);
      process
          .profile()
          .regions()
          .forEach(
              region ->
                  assertThat(region.counters().get(Metric.PAGE_FAULTS).reason().orElseThrow())
                      .contains("backend \"agent\""));
      assertThat(process.profile().regions()).hasSameSizeAs(report.done());
    }
  }
}
