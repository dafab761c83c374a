package io.flowgauge.learning.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.learning.reading.Delays;
import io.flowgauge.learning.reading.FailureHistory;
import io.flowgauge.learning.reading.OutageHistory;
import io.flowgauge.learning.reading.RunFacts;
import io.flowgauge.learning.reading.RunHistory;
import io.flowgauge.learning.reading.SlotHistory;
import io.flowgauge.learning.reading.SlotLevel;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LikelyRunsTest {

  /** A run on some slots, with the given number of known starts, each late by the given delay. */
  private static RunFacts run(SlotLevel level, int starts, double delay) {
    RunHistory terms =
        new RunHistory(
            new SlotHistory(level, Map.of(), false),
            new Delays(Collections.nCopies(starts, delay), List.of()),
            new FailureHistory(Map.of(), List.of()),
            OutageHistory.NONE);
    return new RunFacts("any", OptionalDouble.empty(), Set.of(), 0, 0, terms);
  }

  private static RunFacts on(int slots) {
    return run(new SlotLevel(slots, true), 5, 1);
  }

  private static List<Integer> slots(LikelyRuns runs) {
    return DoubleStream.iterate(0.125, p -> p < 1, p -> p + 0.25)
        .mapToObj(place -> runs.at(place).slots().overall().slots())
        .toList();
  }

  @Test
  void of_runs_eachIsAsLikelyAndTheFewestSlotsComeFirst() {
    assertThat(slots(LikelyRuns.of(List.of(on(8), on(2), on(4), on(2)))))
        .containsExactly(2, 2, 4, 8);
  }

  @Test
  void of_runWithoutBacklog_mayHaveTheMostSlotsOfAll() {
    RunFacts idle = run(new SlotLevel(3, false), 5, 1);
    assertThat(slots(LikelyRuns.of(List.of(on(2), idle, on(4), on(2)))))
        .containsExactly(2, 2, 4, 4);
  }

  @Test
  void of_noStarts_isWithoutLimits() {
    LikelyRuns none = LikelyRuns.of(List.of(run(SlotLevel.NONE, 0, 0)));
    assertThat(none.at(0.5).slots()).isEqualTo(SlotHistory.UNBOUNDED);
    assertThat(none.at(0.5).starts().at(0.5)).isZero();
  }

  @Test
  void and_activitiesOfTheRunWait_itsSlotsAreKnown() {
    LikelyRuns runs = LikelyRuns.of(List.of(on(8), on(2)));
    assertThat(slots(runs.withRunInProgress(on(3)))).containsOnly(3);
    RunFacts idle = run(new SlotLevel(3, false), 5, 1);
    assertThat(slots(runs.withRunInProgress(idle))).containsOnly(3, 8);
  }

  @Test
  void and_moreStarts_itsDelaysCountMore() {
    LikelyRuns runs = LikelyRuns.of(List.of(on(2), on(2)));
    assertThat(late(runs.withRunInProgress(run(new SlotLevel(2, true), 1, 9)))).isEqualTo(1);
    assertThat(late(runs.withRunInProgress(run(new SlotLevel(2, true), 10, 9)))).isEqualTo(5);
    assertThat(late(runs.withRunInProgress(run(new SlotLevel(2, true), 90, 9)))).isEqualTo(9);
  }

  @Test
  void and_noEarlierRun_itsDelaysCountFromTheFirstOn() {
    LikelyRuns none = LikelyRuns.of(List.of());
    assertThat(late(none.withRunInProgress(run(new SlotLevel(2, true), 1, 9)))).isEqualTo(5);
    assertThat(late(none.withRunInProgress(run(new SlotLevel(2, true), 9, 9)))).isEqualTo(9);
  }

  /** Returns how many of ten simulated runs have the long delay. */
  private static long late(LikelyRuns runs) {
    return DoubleStream.iterate(0.05, p -> p < 1, p -> p + 0.1)
        .filter(place -> runs.at(place).starts().median() > 5)
        .count();
  }
}
