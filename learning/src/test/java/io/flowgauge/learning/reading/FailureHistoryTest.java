package io.flowgauge.learning.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class FailureHistoryTest {
  private static final double EXACT = 1e-12;

  private final RunBuilder run = new RunBuilder();

  @Test
  void of_failedAttempt_isCountedWithItsLength() {
    run.failed("a-1", 1, 0, 3).completed("a-1", 2, 4, 14);
    run.completed("a-2", 1, 0, 8).completed("b-1", 1, 0, 8).failed("b-2", 1, 20, 22);
    FailureHistory failures = RunHistory.of(run.build()).failures();
    assertThat(failures.byType())
        .containsEntry("a", new AttemptCount(1, 2))
        .containsEntry("b", new AttemptCount(1, 1));
    assertThat(failures.lengthRatios()).containsExactly(0.3);
    double base = 2.2 / 15;
    assertThat(failures.probability("a")).isCloseTo((1 + 4 * base) / 7, within(EXACT));
    assertThat(failures.probability("unknown")).isCloseTo(base, within(EXACT));
  }

  @Test
  void plus_runs_addsAttempts() {
    run.failed("a-1", 1, 0, 5).completed("a-1", 2, 5, 15);
    FailureHistory one = RunHistory.of(run.build()).failures();
    FailureHistory both = one.plus(one);
    assertThat(both.byType()).containsEntry("a", new AttemptCount(2, 2));
    assertThat(both.lengthRatios()).containsExactly(0.5, 0.5);
    assertThat(both.probability("a")).isCloseTo((2 + 4 * 2.2 / 14) / 8, within(EXACT));
  }

  @Test
  void of_attemptsThatFailTogether_areAnOutage() {
    onThreeHosts();
    run.failed("a-20", 1, 100, 131).on("a-20", 1, "c1").completed("a-20", 2, 171, 180);
    run.failed("a-21", 1, 100, 132).on("a-21", 1, "c2").completed("a-21", 2, 173, 180);
    RunHistory history = RunHistory.of(run.build());
    assertThat(history.outages().outages())
        .containsExactly(new Outage("c1, c2", 2, 1, OptionalDouble.of(40)));
    assertThat(history.outages().rate()).isCloseTo(1.0 / (180 - 40), within(EXACT));
    assertThat(history.failures().byType()).containsEntry("a", new AttemptCount(0, 22));
    assertThat(history.delays().starts()).hasSize(22);
    OutageHistory both = history.plus(history).outages();
    assertThat(both.outages()).hasSize(2);
    assertThat(both.rate()).isCloseTo(history.outages().rate(), within(EXACT));
  }

  @Test
  void of_attemptsElsewhereGoOn_outageHasItsShare() {
    onThreeHosts();
    run.failed("a-20", 1, 100, 131).on("a-20", 1, "c1");
    run.failed("a-21", 1, 100, 132).on("a-21", 1, "c2");
    run.completed("b-1", 1, 100, 180).on("b-1", 1, "elsewhere");
    run.completed("b-2", 1, 100, 180).on("b-2", 1, "elsewhere");
    assertThat(RunHistory.of(run.build()).outages().outages())
        .containsExactly(new Outage("c1, c2", 2, 0.5, OptionalDouble.empty()));
  }

  @Test
  void rate_noOutageOrNoTime_isZero() {
    assertThat(OutageHistory.NONE.rate()).isZero();
    assertThat(new OutageHistory(100, List.of()).rate()).isZero();
  }

  @Test
  void of_anotherAttemptSurvived_isNoOutage() {
    onThreeHosts();
    run.failed("a-20", 1, 100, 131).on("a-20", 1, "c1").failed("a-21", 1, 100, 132);
    run.on("a-21", 1, "c2").completed("a-22", 1, 100, 160).on("a-22", 1, "c2");
    RunHistory history = RunHistory.of(run.build());
    assertThat(history.outages().outages()).isEmpty();
    assertThat(history.failures().byType()).containsEntry("a", new AttemptCount(2, 21));
  }

  @Test
  void of_failuresSecondsApart_areNoOutage() {
    onThreeHosts();
    run.failed("a-20", 1, 100, 131).on("a-20", 1, "c1");
    run.failed("a-21", 1, 100, 134).on("a-21", 1, "c2");
    assertThat(RunHistory.of(run.build()).outages().outages()).isEmpty();
  }

  @Test
  void of_manyFailures_comeTogetherByChance() {
    for (int k = 0; k < 20; k++) {
      run.failed("a-" + k, 1, 10 * k, 10 * k + 5).completed("a-" + k, 2, 10 * k + 5, 10 * k + 9);
    }
    run.failed("b-1", 1, 300, 305).failed("b-2", 1, 300, 305);
    assertThat(RunHistory.of(run.build()).outages().outages()).isEmpty();
  }

  @Test
  void of_recordedLossOfASite_isAnOutage() throws IOException {
    RunHistory history = RunHistory.of(Flowgauge.read(SharedData.path("runs/dft-slurm")));
    assertThat(history.outages().outages())
        .singleElement()
        .satisfies(outage -> assertThat(outage.place()).isEqualTo("siteC"))
        .satisfies(outage -> assertThat(outage.attempts()).isEqualTo(2))
        .satisfies(
            outage -> assertThat(outage.seconds().orElseThrow()).isCloseTo(121.6, within(0.1)));
    assertThat(history.failures().byType().values()).allMatch(count -> count.failed() == 0);
  }

  @Test
  void of_recordedFailures_areNoOutage() throws IOException {
    RunHistory history = RunHistory.of(Flowgauge.read(SharedData.path("runs/povray-nextflow")));
    assertThat(history.outages().outages()).isEmpty();
    assertThat(history.failures().byType()).containsEntry("RENDER", new AttemptCount(18, 72));
    assertThat(history.failures().lengthRatios()).hasSize(18).allMatch(ratio -> ratio > 0);
  }

  private void onThreeHosts() {
    for (int k = 0; k < 20; k++) {
      run.completed("a-" + k, 1, 5 * k, 5 * k + 5).on("a-" + k, 1, "c" + k % 3);
    }
  }
}
