package io.flowgauge.learning.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.history.BacktestScore;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the tables of docs/prediction-errors.md that come from the recorded runs; {@link
 * WholeBacktest} checks the rest, and names the command that writes the document.
 */
class PredictionErrorsTest {
  private static final List<String> RUNS =
      List.of(
          "registration",
          "povray",
          "povray-serial",
          "povray-slurm",
          "montage",
          "montage-sites/resources-1",
          "montage-sites/resources-2",
          "montage-sites/resources-5",
          "dft/loop.json",
          "dft/A.json",
          "dft/B.json",
          "dft/C.json",
          "dft/AB.json",
          "dft/ABC.json");

  private static final List<String> TRACES =
      List.of("trace_methylseq.csv", "trace_rnaseq.csv", "human-units/execution_trace.txt");

  private final FittedRuns samples = new FittedRuns(Checkout.root().resolve("samples"));

  /** Checks the figures of the document, and that they stay near the accuracy reached so far. */
  @Test
  void document_repeats_isWhatTheRunsGive() throws IOException {
    List<ScoreRow> rows = SampleRows.repeats();
    Page.hasTable("repeats", rows);
    assertThat(rows.get(0).score(Replay.LEARNED).medianError()).isLessThan(0.12);
    for (ScoreRow row : rows) {
      BacktestScore score = row.score(Replay.LEARNED);
      assertThat(score.count()).isEqualTo(4 * 5);
      assertThat(score.medianError()).as(row.asked()).isLessThan(0.2);
      assertThat(score.coverage80()).as(row.asked()).isBetween(0.6, 0.95);
    }
  }

  @Test
  void document_families_isWhatTheRunsGive() throws IOException {
    Page.hasTable("families", SampleRows.families());
  }

  @Test
  void document_alone_isWhatTheRunsGive() throws IOException {
    Page.hasTable("alone", SampleRows.alone());
  }

  @Test
  void document_sameRun_isWhatTheRunsGive() throws IOException {
    Page.hasTable("same run", samples.asTheyRan(RUNS));
  }

  @Test
  void document_publishedTraces_isWhatTheyGive() throws IOException {
    Path folder = SharedData.path("nextflow");
    Page.hasTable("published", new FittedRuns(folder).asTheyRan(TRACES));
  }

  @Test
  void document_registrationAsServices_isWhatTheRunGives() throws IOException {
    Page.hasTable("services", samples.registration());
  }
}
