package io.flowgauge.instrumentation.shared;

import static io.flowgauge.instrumentation.shared.Sensors.AT;
import static io.flowgauge.instrumentation.shared.Sensors.NOW;
import static io.flowgauge.instrumentation.shared.Sensors.SINCE;
import static io.flowgauge.instrumentation.shared.Sensors.reader;
import static io.flowgauge.instrumentation.shared.Sensors.region;
import static io.flowgauge.instrumentation.shared.Sensors.sensor;
import static io.flowgauge.instrumentation.shared.Sensors.timed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.flowgauge.analysis.Measured;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CallEdge;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileLosses;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.ThreadProfile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedProfileTest {
  private static final int NONE = -1;

  private final WrittenMemory memory = new WrittenMemory();

  private Profile read(Map<Integer, SharedSensor> sensors) {
    return reader(memory.shared()).read(sensors, SINCE, AT);
  }

  @Test
  void read_withoutRecords_hasTheRegionsWithoutCalls() {
    Profile profile = read(timed("a", "b"));
    assertThat(profile.regions())
        .containsExactly(
            RegionProfile.builder(region("a")).build(), RegionProfile.builder(region("b")).build());
    assertThat(profile.threads()).isEmpty();
    assertThat(profile.callGraph()).isEmpty();
    assertThat(profile.losses()).isEqualTo(ProfileLosses.NONE);
  }

  @Test
  void read_ofOneRegion_turnsTicksIntoNanoseconds() {
    memory.record(0, 0, NONE).call(100, 30, 1000).call(300, 0, 2000);
    RegionProfile a = read(timed("a")).regions().get(0);
    assertThat(a.calls()).isEqualTo(2);
    assertThat(a.ownNanos()).isEqualTo(740);
    assertThat(a.costNanos()).isEqualTo(20);
    assertThat(a.wall())
        .isEqualTo(
            new CallDurations(
                2,
                800,
                OptionalDouble.of(200),
                OptionalDouble.of(600),
                List.of(
                    new CallDurations.Bucket(128, 256, 1),
                    new CallDurations.Bucket(256, 512, 0),
                    new CallDurations.Bucket(512, 1024, 1))));
  }

  @Test
  void read_ofACallNotInTheHistogramYet_putsItThere() {
    memory.record(0, 0, NONE).call(100, 0, 1000);
    int at = (int) SharedLayout.recordOffset(0);
    memory.bytes.putLong(at + SharedLayout.HISTOGRAM_AT + 6 * Long.BYTES, 0);
    memory.bytes.putLong(at + SharedLayout.LATEST_AT, 101);
    assertThat(read(timed("a")).regions().get(0).wall().histogram())
        .containsExactly(new CallDurations.Bucket(128, 256, 1));
    memory.bytes.putLong(at + SharedLayout.LATEST_AT, -1);
    assertThat(read(timed("a")).regions().get(0).wall().histogram())
        .containsExactly(new CallDurations.Bucket(0x1p43 * 2, Double.POSITIVE_INFINITY, 1));
  }

  @Test
  void read_ofEdgesAndThreads_sumsOverBoth() {
    memory.thread(0, 70, 5_000_000_000L, "");
    memory.thread(1, 71, 1_000_000_000L, "worker");
    memory.record(0, 0, NONE).call(10, 4, 6_000_000_000L);
    memory.record(0, 1, 0).call(4, 0, 6_000_000_000L);
    memory.record(1, 1, NONE).call(6, 0, 2_000_000_000L);
    memory.record(1, 1, 0).call(8, 0, 3_000_000_000L);
    Profile profile = read(timed("a", "b"));
    assertThat(profile.regions()).extracting(RegionProfile::calls).containsExactly(1L, 3L);
    assertThat(profile.callGraph())
        .containsExactly(
            new CallEdge(Optional.empty(), region("a"), 1, 20),
            new CallEdge(Optional.empty(), region("b"), 1, 12),
            new CallEdge(Optional.of(region("a")), region("b"), 2, 24));
    assertThat(profile.threads())
        .extracting(ThreadProfile::name, ThreadProfile::thread)
        .containsExactly(tuple("worker", 71L), tuple("task70", 70L));
    ThreadProfile worker = profile.threads().get(0);
    assertThat(worker.first()).contains(SINCE.plusSeconds(2));
    assertThat(worker.last()).contains(SINCE.plusSeconds(6));
    assertThat(worker.regions()).extracting(RegionProfile::calls).containsExactly(2L);
  }

  @Test
  void read_ofOpenCalls_countsAThreadOnce() {
    memory.thread(0, 70, 1, "");
    memory.record(0, 0, NONE).open(NOW - 500);
    memory.record(0, 0, 1).open(NOW - 100);
    memory.record(1, 0, NONE).open(NOW - 300);
    Profile profile = read(timed("a", "b"));
    assertThat(profile.regions().get(0).openCalls()).isEqualTo(2);
    assertThat(profile.regions().get(0).openNanos()).isEqualTo(1000);
    assertThat(profile.threads().get(0).last()).contains(AT);
  }

  @Test
  void read_ofProcessorTime_saysOfHowManyCalls() {
    memory.record(0, 0, NONE).call(10, 0, 20).call(10, 0, 30).cpu(5000, 1);
    memory.record(0, 1, NONE).call(10, 0, 20);
    var sensors =
        Map.of(0, sensor("a", Metric.CPU_TIME), 1, sensor("b", Metric.CPU_TIME), 2, sensor("c"));
    Profile profile = read(sensors);
    RegionProfile a = profile.region("a").orElseThrow();
    assertThat(a.cpuSeconds()).isEqualTo(Measured.of(5e-6, 1, 2));
    assertThat(a.wall()).isEqualTo(CallDurations.NONE);
    assertThat(profile.region("b").orElseThrow().cpuSeconds().reason().orElseThrow())
        .contains("too short");
    assertThat(profile.region("c").orElseThrow().cpuSeconds().reason().orElseThrow())
        .contains("not requested");
  }

  @Test
  void read_ofNestedCalls_leavesThemOutOfTotals() {
    memory.record(0, 0, NONE).call(100, 30, 1000).cpu(5000, 1);
    memory.record(0, 0, 0).call(30, 0, 900);
    memory.bytes.putLong((int) SharedLayout.recordOffset(1) + SharedLayout.NESTED_COUNT_AT, 1);
    memory.bytes.putLong((int) SharedLayout.recordOffset(1) + SharedLayout.NESTED_AT, 30);

    RegionProfile a =
        read(Map.of(0, sensor("a", Metric.WALL_TIME, Metric.CPU_TIME))).regions().get(0);

    assertThat(a.calls()).isEqualTo(2);
    assertThat(a.nestedCalls()).isEqualTo(1);
    assertThat(a.wall().totalNanos()).isEqualTo(260);
    assertThat(a.totalNanos()).isEqualTo(200);
    assertThat(a.ownNanos()).isEqualTo(200);
    assertThat(a.cpuSeconds()).isEqualTo(Measured.of(5e-6, 1, 1));
  }

  @Test
  void read_ofCounters_sumsOverRecordsAndSaysOfHowManyCalls() {
    memory.counterState(Metric.PAGE_FAULTS, -1);
    memory.record(0, 0, NONE).call(10, 0, 20).call(10, 0, 30).counted(Metric.PAGE_FAULTS, 7, 1);
    memory.record(1, 0, NONE).call(10, 0, 20).counted(Metric.PAGE_FAULTS, 4, 1);
    Profile profile = read(Map.of(0, sensor("a", Metric.PAGE_FAULTS)));
    assertThat(profile.regions().get(0).counters())
        .containsExactly(Map.entry(Metric.PAGE_FAULTS, Measured.of(11, 2, 3)));
    assertThat(profile.threads())
        .extracting(thread -> thread.regions().get(0).counters().get(Metric.PAGE_FAULTS))
        .containsExactly(Measured.of(7, 1, 2), Measured.of(4, 1, 1));
  }

  @Test
  void read_ofCountersInTurns_isScaledByTheTimeTheyCounted() {
    memory
        .record(0, 0, NONE)
        .call(10, 0, 20)
        .counted(Metric.CYCLES, 300, 1)
        .counted(Metric.PAGE_FAULTS, 5, 1)
        .scheduled(4000, 1000);
    memory.record(0, 1, NONE).call(10, 0, 20).counted(Metric.CYCLES, 0, 1).scheduled(4000, 0);
    Profile profile =
        read(
            Map.of(
                0, sensor("a", Metric.CYCLES, Metric.PAGE_FAULTS), 1, sensor("b", Metric.CYCLES)));
    assertThat(profile.region("a").orElseThrow().counters())
        .containsEntry(Metric.CYCLES, Measured.of(1200))
        .containsEntry(Metric.PAGE_FAULTS, Measured.of(5));
    assertThat(profile.region("b").orElseThrow().counters().get(Metric.CYCLES).reason())
        .contains("the processor's counters were in use by others during all calls");
  }

  @ParameterizedTest
  @CsvSource({
    "0, no call could be counted",
    "-1, no call could be counted",
    "1, perf_event_paranoid of at most 2",
    "2, this machine has no counter for instructions",
    "13, CAP_PERFMON",
    "16, others are using the processor's counters",
    "22, request fewer",
    "24, too few file descriptors",
    "38, built without performance events",
    "77, failed with error 77"
  })
  void read_ofACounterThatCannotBeHad_saysWhy(int state, String why) {
    memory.counterState(Metric.INSTRUCTIONS, state);
    memory.record(0, 0, NONE).call(10, 0, 20);
    RegionProfile a = read(Map.of(0, sensor("a", Metric.INSTRUCTIONS))).regions().get(0);
    assertThat(a.counters().get(Metric.INSTRUCTIONS).reason().orElseThrow()).contains(why);
  }

  @Test
  void read_ofACounterOfTheKernelThatIsForbidden_namesItsOwnLimit() {
    memory.counterState(Metric.CONTEXT_SWITCHES, 13);
    RegionProfile a = read(Map.of(0, sensor("a", Metric.CONTEXT_SWITCHES))).regions().get(0);
    assertThat(a.counters().get(Metric.CONTEXT_SWITCHES).reason().orElseThrow())
        .contains("perf_event_paranoid of at most 1");
  }

  @Test
  void read_ofCountersWithoutACall_saysSo() {
    RegionProfile a = read(Map.of(0, sensor("a", Metric.PAGE_FAULTS))).regions().get(0);
    assertThat(a.counters())
        .containsExactly(Map.entry(Metric.PAGE_FAULTS, Measured.absent("no call has ended yet")));
  }

  @Test
  void read_ofASensorThatCannotCount_givesItsReason() {
    var probe =
        new SharedSensor(
            region("a"), Set.of(Metric.CYCLES), Optional.of("kernel probes count none"), 1, true);
    memory.record(0, 0, NONE).call(10, 0, 20).counted(Metric.CYCLES, 7, 1);
    assertThat(read(Map.of(0, probe)).regions().get(0).counters())
        .containsExactly(Map.entry(Metric.CYCLES, Measured.absent("kernel probes count none")));
  }

  @Test
  void read_ofCallsOfWhichSomeAreRead_costsReadingOfThoseAlone() {
    var probe =
        new SharedSensor(
            region("a"),
            Set.of(Metric.CPU_TIME, Metric.PAGE_FAULTS),
            Optional.empty(),
            10,
            500,
            true);
    memory.record(0, 0, NONE).call(10, 0, 20).call(10, 0, 20).call(10, 0, 20).cpu(1, 1);
    assertThat(read(Map.of(0, probe)).regions().get(0).costNanos()).isEqualTo(3 * 10 + 500);
    assertThat(probe.highestCostNanos()).isEqualTo(510);
  }

  @Test
  void read_ofMoreCallsThanAnInt_keepsTheShareThatWasMeasured() {
    memory.record(0, 0, NONE).call(10, 0, 20).cpu(1, 3L << 40);
    memory.bytes.putLong((int) SharedLayout.recordOffset(0) + SharedLayout.COUNT_AT, 6L << 40);
    Measured cpu = read(Map.of(0, sensor("a", Metric.CPU_TIME))).regions().get(0).cpuSeconds();
    assertThat((double) cpu.measured() / cpu.total()).isEqualTo(0.5);
  }

  @Test
  void read_ofRemovedSensors_saysWhy() {
    memory.overLimit(0);
    var gone = new SharedSensor(region("b"), Set.of(Metric.WALL_TIME), Optional.empty(), 1, false);
    Profile profile = read(Map.of(0, sensor("a"), 1, gone));
    assertThat(profile.region("a").orElseThrow().overLimit()).isTrue();
    assertThat(profile.region("a").orElseThrow().installed()).isFalse();
    assertThat(profile.region("b").orElseThrow().overLimit()).isFalse();
    assertThat(profile.region("b").orElseThrow().installed()).isFalse();
  }

  @Test
  void isRemoved_ofSensorsThatWereTakenOut_isTrue() {
    memory.overLimit(0);
    memory.removed(1);
    SharedProfile reader = reader(memory.shared());
    assertThat(List.of(reader.isRemoved(0), reader.isRemoved(1), reader.isRemoved(2)))
        .containsExactly(true, true, false);
    assertThat(reader.isOverLimit(1)).isFalse();
  }

  @Test
  void read_ofLosses_givesEach() {
    memory.lost(1, 2, 3, 4, 5);
    assertThat(read(timed("a")).losses()).isEqualTo(new ProfileLosses(1, 2, 3, 4, 5));
  }

  @Test
  void read_ofRecordsOfNoThread_countsThem() {
    memory.record(NONE, 0, NONE).call(10, 0, 20);
    Profile profile = read(timed("a"));
    assertThat(profile.regions().get(0).calls()).isEqualTo(1);
    assertThat(profile.threads()).isEmpty();
  }

  @Test
  void read_ofRegionsUnknown_leavesThemOut() {
    memory.record(0, 7, NONE).call(10, 0, 20);
    memory.record(0, 0, 7).call(10, 0, 20);
    Profile profile = read(timed("a"));
    assertThat(profile.regions()).hasSize(1);
    assertThat(profile.callGraph())
        .containsExactly(new CallEdge(Optional.empty(), region("a"), 1, 20));
  }

  @Test
  void read_ofARecordThatIsNeverFinished_takesItAsItIs() {
    memory.record(0, 0, NONE).call(10, 0, 20);
    memory.bytes.putInt((int) SharedLayout.recordOffset(0), 9);
    assertThat(read(timed("a")).regions().get(0).calls()).isEqualTo(1);
  }

  @Test
  void read_ofAFile_isThatOfMemoryAndOfAShorterOneLess(@TempDir Path folder) throws Exception {
    memory.record(0, 0, NONE).call(10, 0, 20);
    memory.record(0, 1, 0).call(10, 0, 20);
    Path file = folder.resolve("shared");
    SharedProfile reader;
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
      channel.write(memory.bytes.duplicate());
      reader = reader(SharedBytes.of(channel));
      assertThat(reader.read(timed("a", "b"), SINCE, AT)).isEqualTo(read(timed("a", "b")));
      assertThat(reader(SharedBytes.mapped(file, Files.size(file))).read(timed("a"), SINCE, AT))
          .isEqualTo(read(timed("a")));
      channel.truncate(SharedLayout.recordOffset(1));
      assertThat(reader.read(timed("a", "b"), SINCE, AT).regions())
          .extracting(RegionProfile::calls)
          .containsExactly(1L, 0L);
    }
    assertThat(reader.read(timed("a"), SINCE, AT).regions().get(0).calls())
        .as("once the file is closed")
        .isZero();
  }
}
