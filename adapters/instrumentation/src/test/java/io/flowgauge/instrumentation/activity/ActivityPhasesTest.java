package io.flowgauge.instrumentation.activity;

import static io.flowgauge.run.PhaseType.COMMUNICATION;
import static io.flowgauge.run.PhaseType.IO;
import static io.flowgauge.run.PhaseType.SYNCHRONIZATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActivityPhasesTest {
  /** Tolerance for sums of doubles of about 10¹⁰ nanoseconds. */
  private static final double ROUNDING = 1e-9;

  private static final long SECOND = 1_000_000_000L;

  private final Profiles graph = new Profiles();

  private double threadSeconds(PhaseType phase) {
    return ActivityPhases.of(List.of(graph.profile())).threadSeconds(phase);
  }

  @Test
  void seconds_noProfiles_areNone() {
    assertThat(ActivityPhases.of(List.of()).seconds()).isEmpty();
  }

  @Test
  void seconds_regionsOfAllPhases_countByPhase() {
    graph.edge("", "main", 100).edge("main", "MPI_Send", 5).edge("main", "MPI_Recv", 7);
    graph.edge("main", "MPI_Barrier", 3).edge("", "fwrite", 2).edge("main", "solve", 60);
    graph.thread(0, 100);
    ActivityPhases phases = ActivityPhases.of(List.of(graph.profile()));
    assertThat(phases.seconds())
        .isEqualTo(Map.of(COMMUNICATION, 12.0, SYNCHRONIZATION, 3.0, IO, 2.0));
    assertThat(phases.threads()).isEqualTo(1);
  }

  @Test
  void seconds_mappedInsideMapped_countOnceForTheOuter() {
    graph.edge("", "MPI_File_write", 10).edge("MPI_File_write", "write", 8);
    graph.edge("", "MPI_Barrier", 6).edge("MPI_Barrier", "read", 5).edge("read", "MPI_Test", 1);
    assertThat(threadSeconds(IO)).isEqualTo(10);
    assertThat(threadSeconds(SYNCHRONIZATION)).isEqualTo(6);
    assertThat(threadSeconds(COMMUNICATION)).isZero();
  }

  @Test
  void seconds_mappedInsideMappedOverAnother_countOnce() {
    graph.edge("", "MPI_Send", 10).edge("MPI_Send", "progress", 9).edge("progress", "write", 7);
    assertThat(threadSeconds(COMMUNICATION)).isEqualTo(10);
    assertThat(threadSeconds(IO)).isZero();
  }

  @Test
  void seconds_sharedHelper_countsInProportionToItsTimeByCaller() {
    // A quarter of the helper's time lies within MPI_Send, so a quarter of its writing does, too.
    graph.edge("", "MPI_Send", 10).edge("MPI_Send", "helper", 2).edge("", "helper", 6);
    graph.edge("helper", "write", 4);
    assertThat(threadSeconds(COMMUNICATION)).isEqualTo(10);
    assertThat(threadSeconds(IO)).isCloseTo(3, within(ROUNDING));
  }

  @Test
  void seconds_recursion_countsTheOutermostCall() {
    graph.edge("", "MPI_Bcast", 4).edge("MPI_Bcast", "MPI_Bcast", 3);
    graph.edge("", "visit", 20).edge("visit", "visit", 18).edge("visit", "fread", 5);
    assertThat(threadSeconds(COMMUNICATION)).isEqualTo(4);
    assertThat(threadSeconds(IO)).isEqualTo(5);
  }

  @Test
  void seconds_mutualRecursionBeneathMapped_isAllBeneath() {
    graph.edge("", "MPI_Alltoall", 9).edge("MPI_Alltoall", "ping", 8);
    graph.edge("ping", "pong", 6).edge("pong", "ping", 4).edge("pong", "write", 2);
    assertThat(threadSeconds(COMMUNICATION)).isEqualTo(9);
    assertThat(threadSeconds(IO)).isCloseTo(0, within(ROUNDING));
  }

  @Test
  void seconds_withoutCallGraph_areOwnTimes() {
    graph.edge("", "MPI_File_write", 10).edge("MPI_File_write", "write", 8).withoutCallGraph();
    assertThat(threadSeconds(IO)).isEqualTo(10);
  }

  @Test
  void seconds_callGoesOn_countsUpToNow() {
    graph.edge("", "MPI_Recv", 4);
    graph.thread(0, 10, graph.open("main", 10), graph.open("MPI_Recv", 3), graph.open("read", 2));
    assertThat(threadSeconds(COMMUNICATION)).isEqualTo(7);
    assertThat(threadSeconds(IO)).isZero();
  }

  @Test
  void seconds_parallelThreads_areTheirMean() {
    graph.edge("", "GOMP_barrier", 12);
    graph.thread(0, 10).thread(0, 10).thread(0, 10).thread(0, 10);
    ActivityPhases phases = ActivityPhases.of(List.of(graph.profile()));
    assertThat(phases.threads()).isEqualTo(4);
    assertThat(phases.seconds()).isEqualTo(Map.of(SYNCHRONIZATION, 3.0));
  }

  @Test
  void seconds_threadsOneAfterTheOther_areTheirSum() {
    graph.edge("", "pthread_mutex_lock", 5);
    for (int k = 0; k < 10; k++) {
      graph.thread(k, k + 1);
    }
    ActivityPhases phases = ActivityPhases.of(List.of(graph.profile()));
    assertThat(phases.threads()).isCloseTo(1, within(ROUNDING));
    assertThat(phases.seconds().get(SYNCHRONIZATION)).isCloseTo(5, within(ROUNDING));
  }

  @Test
  void seconds_mainAndShortHelpers_divideByTheMeanNumberAtATime() {
    // One thread for 100 s and, meanwhile, 100 threads of half a second each: 1.5 at a time.
    graph.edge("", "MPI_Send", 30).thread(0, 100);
    for (int k = 0; k < 100; k++) {
      graph.thread(k, k + 0.5);
    }
    ActivityPhases phases = ActivityPhases.of(List.of(graph.profile()));
    assertThat(phases.threads()).isCloseTo(1.5, within(ROUNDING));
    assertThat(phases.seconds().get(COMMUNICATION)).isCloseTo(20, within(ROUNDING));
  }

  @Test
  void seconds_severalProcesses_areTheMeanOverTheirThreads() {
    List<Profile> ranks = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      ranks.add(new Profiles().edge("", "MPI_Allreduce", 2 * rank).thread(0, 50).profile());
    }
    assertThat(ActivityPhases.of(ranks).seconds()).isEqualTo(Map.of(COMMUNICATION, 3.0));
  }

  @Test
  void threads_livesUnknown_areTheirNumber() {
    graph.edge("", "MPI_Send", 6).thread().thread().thread();
    ActivityPhases phases = ActivityPhases.of(List.of(graph.profile()));
    assertThat(phases.threads()).isEqualTo(3);
    assertThat(phases.withThreads(6).seconds()).isEqualTo(Map.of(COMMUNICATION, 1.0));
    assertThatThrownBy(() -> phases.withThreads(0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.5");
  }

  @Test
  void toString_phases_isOneLineWithUnits() {
    graph.edge("", "MPI_Send", 6).thread(0, 10);
    assertThat(ActivityPhases.of(List.of(graph.profile())))
        .hasToString("ActivityPhases[communication=6.00 s, 1 processes, 1.0 threads]");
  }

  @Property(tries = 300)
  void seconds_anyCallTree_sumToTheTimeCoveredByMappedRegions(
      @ForAll @IntRange(min = 1, max = 40) int nodes, @ForAll long seed) {
    RandomTree tree = new RandomTree(nodes, seed);
    ActivityPhases phases = ActivityPhases.of(List.of(tree.profile()));
    for (PhaseType phase : List.of(COMMUNICATION, SYNCHRONIZATION, IO)) {
      assertThat(phases.threadSeconds(phase))
          .as(phase.label())
          .isCloseTo(tree.covered(phase), within(ROUNDING * 1000));
    }
  }

  private static RunRecorder recorded(ActivityPhases phases) {
    RunRecorder recorder = Flowgauge.recorder("mosaic");
    recorder.record("solve", EventType.STARTED, 0, 1);
    recorder.record("solve", EventType.ACTIVE, 2 * SECOND, 1);
    recorder.record("solve", EventType.COMPLETED, 103 * SECOND, 1);
    recorder.wallclock("solve", 100 * SECOND);
    recorder.ideal("solve", 70 * SECOND);
    phases.recordInto(recorder, "solve");
    return recorder;
  }

  private ActivityPhases solve() {
    graph.edge("", "MPI_Send", 48).edge("", "MPI_Barrier", 20).edge("", "MPI_File_read_all", 8);
    graph.thread(0, 100).thread(0, 100).thread(0, 100).thread(0, 100);
    return ActivityPhases.of(List.of(graph.profile()));
  }

  @Test
  void recordInto_run_showsInItsOverheads() {
    RegionOverheads overheads =
        Flowgauge.report(recorded(solve()).snapshot()).overheads().activity(0);
    assertThat(overheads.overhead(OverheadClass.COMMUNICATION).value()).isEqualTo(12);
    assertThat(overheads.overhead(OverheadClass.SYNCHRONIZATION).value()).isEqualTo(5);
    assertThat(overheads.overhead(OverheadClass.OTHER_PARALLEL).value()).isEqualTo(2);
    assertThat(overheads.overhead(OverheadClass.EXTERNAL_LOAD).value()).isEqualTo(11);
    assertThat(overheads.overhead(OverheadClass.UNIDENTIFIED).value()).isZero();
    assertThat(overheads.severity(OverheadClass.COMMUNICATION).value()).isEqualTo(12.0 / 103);
  }

  @Test
  void recordInto_again_replacesWhatWasRecorded() {
    RunRecorder recorder = recorded(solve());
    ActivityPhases.of(List.of(new Profiles().edge("", "MPI_Send", 15).profile()))
        .recordInto(recorder, "solve");
    assertThat(recorder.snapshot().execution(0).phaseTimes())
        .containsEntry(COMMUNICATION, Duration.ofSeconds(15))
        .containsEntry(IO, Duration.ofSeconds(2));
  }

  @Test
  void recordInto_runDocument_isReadBack(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("run.json");
    WorkflowRun run = recorded(solve()).snapshot();
    assertThat(Flowgauge.write(run, file)).isEmpty();
    assertThat(Files.readString(file)).contains("phaseTimes");
    WorkflowRun read = Flowgauge.read(file);
    assertThat(read.execution(0).phaseTimes()).isEqualTo(run.execution(0).phaseTimes());
    RegionOverheads overheads = Flowgauge.report(read).overheads().activity(0);
    assertThat(overheads.overhead(OverheadClass.COMMUNICATION).value()).isEqualTo(12);
    assertThat(overheads.overhead(OverheadClass.SYNCHRONIZATION).value()).isEqualTo(5);
  }
}
