package io.flowgauge.learning.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotHistoryTest {
  private final RunBuilder run = new RunBuilder();

  private SlotHistory slots() {
    return RunHistory.of(run.build()).slots();
  }

  @Test
  void of_oneAfterTheOther_isOneSlotThatBinds() {
    for (int k = 0; k < 5; k++) {
      run.completed("a-" + k, 1, 10 * k, 10 * k + 9.5);
    }
    assertThat(slots().overall()).isEqualTo(new SlotLevel(1, true));
    assertThat(RunHistory.of(run.build()).delays().starts()).containsExactly(0., .5, .5, .5, .5);
  }

  @Test
  void of_briefOverlaps_areNoSlot() {
    for (int k = 0; k < 5; k++) {
      run.completed("a-" + k, 1, 100 * k, 100 * k + 103);
    }
    assertThat(slots().overall()).isEqualTo(new SlotLevel(1, true));
  }

  @Test
  void of_longOverlapsOfPolling_endWithTheApplication() {
    for (int k = 0; k < 5; k++) {
      run.completed("a-" + k, 1, 10 * k, 10 * k + 15).application("a-" + k, 9);
    }
    assertThat(slots().overall()).isEqualTo(new SlotLevel(1, true));
    assertThat(RunHistory.of(run.build()).delays().starts()).containsExactly(0., 1., 1., 1., 1.);
    assertThat(RunHistory.of(run.build()).delays().ends()).containsExactly(6., 6., 6., 6., 6.);
  }

  @Test
  void of_noBacklog_isTheMostThatRan() {
    run.completed("a-1", 1, 0, 10).completed("a-2", 1, 0, 10).completed("a-3", 1, 10, 20);
    run.after("a-1", "a-3");
    assertThat(slots().overall()).isEqualTo(new SlotLevel(2, false));
    assertThat(RunHistory.of(run.build()).delays().starts()).containsExactly(0., 0., 0.);
  }

  /** Activities that wait while nothing runs are not waiting for a slot. */
  @Test
  void of_backlogWhileNothingRuns_bindsNothing() {
    for (int k = 0; k < 5; k++) {
      run.completed("a-" + k, 1, 100 * k + 90, 100 * k + 91);
    }
    assertThat(slots().overall()).isEqualTo(new SlotLevel(1, false));
  }

  @Test
  void within_runWithoutBacklog_hasTheSlotsOfOthers() {
    SlotLevel four = new SlotLevel(4, true);
    SlotLevel one = new SlotLevel(1, true);
    SlotHistory all = new SlotHistory(four, Map.of("x", four, "y", one), true);
    SlotHistory idle =
        new SlotHistory(new SlotLevel(2, false), Map.of("x", new SlotLevel(5, false)), false);

    assertThat(idle.completedBy(all))
        .isEqualTo(new SlotHistory(four, Map.of("x", new SlotLevel(5, false), "y", one), true));
    assertThat(SlotHistory.of(3).completedBy(all).overall()).isEqualTo(new SlotLevel(3, true));
    assertThat(idle.binds()).isFalse();
    assertThat(all.binds()).isTrue();
  }

  @Test
  void seenIn_runThatGoesOn_hasTheSlotsThatItsActivitiesWaitFor() {
    SlotLevel one = new SlotLevel(1, true);
    SlotHistory four = SlotHistory.of(4);
    SlotHistory busy = new SlotHistory(one, Map.of("x", one), false);
    SlotHistory idle = new SlotHistory(new SlotLevel(6, false), Map.of(), false);

    assertThat(four.expectedFor(busy)).isEqualTo(busy);
    assertThat(four.expectedFor(idle)).isEqualTo(SlotHistory.of(6));
    assertThat(SlotHistory.UNBOUNDED.expectedFor(idle).overall().binds()).isFalse();
  }

  /** The current run may have used only one of the machines so far. */
  @Test
  void seenIn_machinesWithSlotsOfTheirOwn_staySo() {
    SlotLevel one = new SlotLevel(1, true);
    SlotLevel two = new SlotLevel(2, true);
    SlotHistory each = new SlotHistory(new SlotLevel(4, true), Map.of("x", two, "y", two), true);
    SlotHistory going = new SlotHistory(one, Map.of("x", one), false);

    assertThat(each.expectedFor(going))
        .isEqualTo(new SlotHistory(one, Map.of("x", one, "y", two), true));
  }

  @Test
  void of_processors_haveSlotsOfTheirOwn() {
    for (int k = 0; k < 4; k++) {
      run.completed("a-" + k, 1, 10 * k, 10 * k + 10).on("a-" + k, 1, "one");
      run.completed("b-" + k, 1, 10 * (k / 2), 10 * (k / 2) + 10).on("b-" + k, 1, "two");
    }
    assertThat(slots().isByMachine()).isTrue();
    assertThat(slots().byMachine())
        .isEqualTo(Map.of("one", new SlotLevel(1, true), "two", new SlotLevel(2, true)));
  }

  @Test
  void of_attemptOnUnknownProcessor_slotsAreThoseOfAll() {
    run.completed("a-1", 1, 0, 10).on("a-1", 1, "one");
    run.completed("a-2", 1, 0, 10).on("a-2", 1, "two");
    run.completed("a-3", 1, 0, 10);
    assertThat(slots().isByMachine()).isFalse();
    assertThat(slots().overall().slots()).isEqualTo(3);
  }

  @Test
  void of_nothingRan_isNone() {
    run.activity("a");
    assertThat(slots().overall()).isEqualTo(SlotLevel.NONE);
    assertThat(slots().byMachine()).isEmpty();
  }

  @Test
  void plus_slotsThatBind_countBeforeThoseThatDoNot() {
    SlotLevel bound = new SlotLevel(2, true);
    SlotLevel loose = new SlotLevel(5, false);
    assertThat(bound.plus(loose)).isEqualTo(bound);
    assertThat(loose.plus(bound)).isEqualTo(bound);
    assertThat(bound.plus(new SlotLevel(3, true))).isEqualTo(new SlotLevel(3, true));
    assertThat(loose.plus(new SlotLevel(4, false))).isEqualTo(loose);
  }

  /** The number of slots is the one that the README of each run states. */
  @ParameterizedTest
  @CsvSource({
    "povray-nextflow, 2",
    "povray-nextflow-serial, 1",
    "povray-nextflow-slurm, 5",
    "povray-makeflow-local, 2",
    "povray-makeflow-workqueue, 3",
    "povray-snakemake, 2",
    "dft-slurm, 5",
    "dft-slurm-speedup/A, 1",
    "dft-slurm-speedup/B, 2",
    "dft-slurm-speedup/AB, 3",
    "dft-slurm-speedup/ABC, 5",
    "montage-nextflow-background, 2",
    "registration-nextflow-slurm, 5",
  })
  void of_recordedRun_areThoseThatThereWere(String name, int slots) throws IOException {
    RunHistory history = RunHistory.of(Flowgauge.read(SharedData.path("runs/" + name)));
    assertThat(history.slots().overall()).isEqualTo(new SlotLevel(slots, true));
  }

  @Test
  void of_recordedQueues_haveSlotsOfTheirOwn() throws IOException {
    RunHistory history =
        RunHistory.of(Flowgauge.read(SharedData.path("runs/povray-nextflow-slurm")));
    assertThat(history.slots().isByMachine()).isTrue();
    assertThat(history.slots().byMachine())
        .isEqualTo(
            Map.of(
                "siteA", new SlotLevel(1, true),
                "siteB", new SlotLevel(2, true),
                "siteC", new SlotLevel(2, true)));
  }
}
