package io.flowgauge.learning.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.history.BacktestScore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Backtests some of the published runs, few enough for every build, against the accuracy reached so
 * far.
 */
class BacktestTest {
  @TempDir private static Path folder;
  private static PublishedRows published;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    published = new PublishedRows(Corpus.unpack(folder));
  }

  /**
   * Errors are at most 3 points above those of the type's median. Later runs of cycles are unlike
   * all earlier ones, so its errors are large.
   */
  @ParameterizedTest
  @CsvSource({"blast, 0.15, 0.75, 0.88", "srasearch, 0.49, 0.75, 0.90", "cycles, 0.53, 0.6, 0.88"})
  void wfInstances_nextRun_isWithinTargets(String name, double wape, double least, double most)
      throws IOException {
    ScoreRow row = published.activities(name);
    BacktestScore learned = row.score(Replay.LEARNED);
    assertThat(learned.medianError()).isLessThan(row.score("type-median").medianError() + 0.03);
    assertThat(learned.weightedError()).isLessThan(wape);
    assertThat(learned.coverage80()).isBetween(least, most);
  }

  /** Learning observations one by one costs far less than learning anew, and is about as good. */
  @ParameterizedTest
  @ValueSource(strings = {"blast", "srasearch"})
  void wfInstances_halfOfRun_followingIsNearLearningAnew(String name) throws IOException {
    Map<String, BacktestScore> scores = new HalfwayReplay().scores(published.runs(name));
    BacktestScore followed = scores.get(HalfwayReplay.FOLLOWED);
    assertThat(followed.weightedError())
        .isLessThan(scores.get(HalfwayReplay.BEFORE).weightedError())
        .isLessThan(1.1 * scores.get(HalfwayReplay.ANEW).weightedError());
    assertThat(followed.coverage80()).isBetween(0.75, 0.9);
  }

  @Test
  void lotaru_fullInputs_areWithinTargets() {
    List<ScoreRow> rows = published.lotaru();
    BacktestScore elsewhere = rows.get(1).score(Replay.LEARNED);
    assertThat(elsewhere.medianError()).isLessThan(0.15);
    assertThat(elsewhere.meanError()).isLessThan(0.27);
    assertThat(elsewhere.coverage80()).isBetween(0.75, 0.85);
    BacktestScore there = rows.get(2).score(Replay.LEARNED);
    assertThat(there.medianError()).isLessThan(0.09);
    assertThat(there.coverage80()).isBetween(0.75, 0.85);
    BacktestScore others = rows.get(3).score(Replay.LEARNED);
    assertThat(others.medianError()).isLessThan(0.05);
    assertThat(others.coverage80()).isGreaterThan(0.75);
  }
}
