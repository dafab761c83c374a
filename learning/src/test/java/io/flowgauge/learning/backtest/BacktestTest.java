package io.flowgauge.learning.backtest;

import static org.assertj.core.api.Assertions.assertThat;

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

/** A part of the published runs, small enough for every build, against what was reached. */
class BacktestTest {
  @TempDir private static Path folder;

  @BeforeAll
  static void unpack() throws IOException, InterruptedException {
    Corpus.unpack(folder, "wfinstances");
    Corpus.unpack(folder, "lotaru");
  }

  /**
   * No more than 3 points behind the median of the type. Later runs of cycles are unlike all
   * earlier ones, so that fewer than 80 % of its activities are covered.
   */
  @ParameterizedTest
  @CsvSource({"blast, 15, 80, 88", "srasearch, 49, 75, 90", "cycles, 53, 60, 88"})
  void wfInstances_nextRun_isWithinTargets(String name, double wape, double least, double most) {
    Map<String, Score> scores = new WfReplay(runs(name)).scores();
    Score learned = scores.get(WfReplay.LEARNED);
    assertThat(learned.mdape()).isLessThan(scores.get(WfReplay.TYPE_MEDIAN).mdape() + 3);
    assertThat(learned.wape()).isLessThan(wape);
    assertThat(learned.covered(80)).isBetween(least, most);
  }

  private static List<WfRun> runs(String name) {
    return WfInstances.runs(folder.resolve("wfinstances"), name);
  }

  /** Learning one by one costs far less than learning anew, and is about as good. */
  @ParameterizedTest
  @ValueSource(strings = {"blast", "srasearch"})
  void wfInstances_halfOfRun_followingIsNearLearningAnew(String name) {
    Map<String, Score> scores = new HalfwayReplay(runs(name)).scores();
    Score followed = scores.get(HalfwayReplay.FOLLOWED);
    assertThat(followed.wape()).isLessThan(scores.get(HalfwayReplay.BEFORE).wape());
    assertThat(followed.wape()).isLessThan(1.1 * scores.get(HalfwayReplay.ANEW).wape());
    assertThat(followed.covered(80)).isBetween(75.0, 90.0);
  }

  @Test
  void lotaru_fullInputs_areWithinTargets() {
    Map<String, Score> scores = new LotaruReplay(folder.resolve("lotaru")).scores();
    Score elsewhere = scores.get(LotaruReplay.ELSEWHERE + LotaruReplay.LEARNED);
    assertThat(elsewhere.mdape()).isLessThan(17);
    assertThat(elsewhere.mape()).isLessThan(27);
    assertThat(elsewhere.covered(80)).isBetween(72.0, 85.0);
    Score there = scores.get(LotaruReplay.THERE + LotaruReplay.LEARNED);
    assertThat(there.mdape()).isLessThan(9);
    assertThat(there.covered(80)).isBetween(75.0, 85.0);
    Score others = scores.get(LotaruReplay.OTHERS + LotaruReplay.LEARNED);
    assertThat(others.mdape()).isLessThan(6);
    assertThat(others.covered(80)).isGreaterThan(75);
  }
}
