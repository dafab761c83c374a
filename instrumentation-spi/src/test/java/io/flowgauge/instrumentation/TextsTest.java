package io.flowgauge.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.analysis.Measured;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts of types, as shown in JShell, and the arguments they reject. */
class TextsTest {
  private static final CodeRegion SIN =
      new CodeRegion(
          "libm.so.6",
          "sin",
          "sin",
          0x4010,
          32,
          Optional.of(new SourcePosition("sin.c", 12)),
          false);
  private static final TargetProcess PROCESS =
      TargetProcess.builder(4711, "povray").user("anna").executable(Path.of("/bin/povray")).build();

  private static RegionProfile sin(long calls, double own) {
    return RegionProfile.builder(SIN)
        .calls(calls)
        .wall(CallDurations.of(calls, 2_500_000, 100, 20_000), own)
        .cpu(Measured.of(0.002))
        .cost(calls * 6.0)
        .build();
  }

  private static Profile profile(RegionProfile... regions) {
    return new Profile(
        PROCESS,
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(3),
        List.of(regions),
        List.of(),
        List.of(),
        ProfileLosses.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "1, 1.00 ns",
    "12.34, 12.3 ns",
    "999.4, 999 ns",
    "999.6, 1.00 µs",
    "1500, 1.50 µs",
    "2500000, 2.50 ms",
    "61e9, 61.0 s",
    "5e12, 5000 s",
    "-1500, -1.50 µs"
  })
  void nanosText_anyNumber_hasAUnitThatFits(double nanos, String text) {
    assertThat(NanosText.of(nanos)).isEqualTo(text);
  }

  @Test
  void toString_profiles_areOneLineWithUnits() {
    assertThat(sin(1000, 2_000_000))
        .hasToString(
            "RegionProfile[libm.so.6:sin, 1000 calls, wall=2.50 ms, own=2.00 ms, mean=2.50 µs,"
                + " cpu=2.00 ms]");
    assertThat(profile(sin(1000, 2_000_000)))
        .hasToString("Profile[povray, 1 regions, 1000 calls, 0 threads, 3.00 s, cost 6.00 µs]");
    assertThat(
            RegionProfile.builder(SIN)
                .calls(2)
                .counter(Metric.CYCLES, Measured.absent("there are none"))
                .counter(Metric.PAGE_FAULTS, Measured.of(1234))
                .build())
        .hasToString("RegionProfile[libm.so.6:sin, 2 calls, page-faults=1234]");
    assertThat(RegionProfile.builder(SIN).open(1, 5e9).installed(false).overLimit(true).build())
        .hasToString(
            "RegionProfile[libm.so.6:sin, 0 calls, 1 open for 5.00 s, removed because of its cost]");
    assertThat(new CallEdge(Optional.empty(), SIN, 3, 1500))
        .hasToString("CallEdge[- -> libm.so.6:sin, 3 calls, 1.50 µs]");
    assertThat(CallDurations.of(2, 300, 100, 200))
        .hasToString("CallDurations[2 calls, total=300 ns, mean=150 ns, min=100 ns, max=200 ns]");
    assertThat(CallDurations.NONE).hasToString("CallDurations[no calls]");
  }

  @Test
  void toString_requestsAndReports_areOneLine() {
    String[] many = IntStream.range(0, 12).mapToObj(k -> "f" + k).toArray(String[]::new);
    assertThat(SensorRequest.builder(many).exclude("g").costLimit(0.01).build().toString())
        .startsWith("SensorRequest[*:f0 *:f1 ")
        .endsWith("*:f9 and 2 more, without 1 patterns, calls+wtime, costLimit=0.01]");
    Refusal tooShort = new Refusal(RefusalCode.TOO_SHORT, "sin has 2 bytes");
    SensorResult refused = new SensorResult(SIN, Optional.of(tooShort), Backend.AGENT, 0);
    assertThat(refused).hasToString("SensorResult[libm.so.6:sin, TOO_SHORT: sin has 2 bytes]");
    assertThat(
            new SensorReport(
                List.of(refused), List.of(), Duration.ofMillis(2), Duration.ofNanos(60_000)))
        .hasToString(
            "SensorReport[0 done, 1 refused, 0 patterns unmatched, took 2.00 ms, stopped 60.0 µs]");
    assertThat(LaunchRequest.of("povray", "+I", "a.pov").withVariable("TOKEN", "secret"))
        .hasToString("LaunchRequest[povray +I a.pov]");
  }

  @Test
  void toString_processesAndRegions_areOneLine() {
    assertThat(PROCESS).hasToString("TargetProcess[4711 povray, user anna]");
    assertThat(SIN).hasToString("CodeRegion[libm.so.6:sin, 0x4010, 32 bytes, sin.c:12]");
    assertThat(
            new ProcessStatus(ProcessStatus.State.EXITED, OptionalInt.of(3), OptionalInt.empty()))
        .hasToString("ProcessStatus[EXITED, exit code 3]");
  }

  @Test
  void profile_questions_areAnswered() {
    CodeRegion cos = new CodeRegion("libm.so.6", "cos", "cos", 0, 0, Optional.empty(), false);
    RegionProfile other = RegionProfile.builder(cos).calls(5).wall(CallDurations.NONE, 9e6).build();
    Profile profile = profile(sin(10, 2e6), other);
    assertThat(profile.byOwnTime()).containsExactly(other, sin(10, 2e6));
    assertThat(profile.regions("libm*:c*")).containsExactly(other);
    assertThat(profile.region("libm.so.6:cos")).contains(other);
    assertThat(profile.region("tan")).isEmpty();
    assertThat(profile.calls()).isEqualTo(15);
    assertThat(profile.length()).isEqualTo(Duration.ofSeconds(3));
    assertThat(profile.costNanos()).isEqualTo(60);
    assertThat(sin(10, 2e6).wallSeconds()).isEqualTo(0.0025);
    assertThat(sin(10, 2e6).ownSeconds()).isEqualTo(0.002);
  }

  @Test
  void sensorRequest_nonsense_isRefused() {
    assertThatThrownBy(() -> SensorRequest.of()).isInstanceOf(IllegalArgumentException.class);
    for (double limit : new double[] {0, -1, Double.NaN}) {
      assertThatThrownBy(() -> SensorRequest.builder("f").costLimit(limit).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("costLimit");
    }
  }

  @Test
  void sensorRequest_metrics_alwaysHoldCalls() {
    assertThat(SensorRequest.builder("f").metrics(Metric.CPU_TIME).build().metrics())
        .containsExactlyInAnyOrder(Metric.CALLS, Metric.CPU_TIME);
  }

  @Test
  void durations_nonsense_isRefused() {
    assertThatThrownBy(
            () -> new CallDurations(0, 0, OptionalDouble.of(1), OptionalDouble.empty(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CallDurations.of(1, Double.NaN, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CallDurations.Bucket(2, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2.0 to 2.0 ns");
    assertThat(CallDurations.NONE.meanNanos()).isEmpty();
    assertThat(CallDurations.of(4, 10, 1, 5).meanNanos()).hasValue(2.5);
  }

  @Test
  void structureFilter_patterns_decideWhatPasses() {
    StructureFilter filter = StructureFilter.of("libm*:s*").without("*:sin").withSources();
    assertThat(filter.accepts(SIN)).isFalse();
    assertThat(filter.acceptsUnit("libm.so.6")).isTrue();
    assertThat(filter.acceptsUnit("libc.so.6")).isFalse();
    assertThat(filter.sources()).isTrue();
    assertThat(StructureFilter.all().accepts(SIN)).isTrue();
  }

  @Test
  void outcome_refused_saysWhyAndThrows() {
    Outcome<String> refused = Outcome.refused(RefusalCode.PERMISSION, "it is root's");
    assertThat(refused.value()).isEmpty();
    assertThat(refused.then(text -> Outcome.done(text.length())).refusal())
        .contains(new Refusal(RefusalCode.PERMISSION, "it is root's"));
    assertThatThrownBy(refused::orThrow)
        .isInstanceOf(InstrumentationException.class)
        .hasMessage("PERMISSION: it is root's");
    assertThat(Outcome.done("ab").then(text -> Outcome.done(text.length())).orThrow()).isEqualTo(2);
  }
}
