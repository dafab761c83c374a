package io.flowgauge.probabilistic.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DrawnRowsTest {
  private static final int SIZE = 128;
  private static final int TURNS = Strata.TURNS;

  private static final DurationTables DURATIONS =
      BlockPassTest.durations(20, v -> Law.lognormal(10 + v, 5));

  private static float[] row(int node, int turns) {
    return new DrawnRows(DURATIONS, new Strata(7, SIZE), turns).of(node);
  }

  @Test
  void of_eachTurn_hasTheSameDurations() {
    float[] first = row(3, 1);
    float[] all = row(3, TURNS);

    assertThat(Arrays.copyOf(all, SIZE)).isEqualTo(first);
    Arrays.sort(first);
    for (int turn = 1; turn < TURNS; turn++) {
      float[] again = Arrays.copyOfRange(all, turn * SIZE, (turn + 1) * SIZE);
      Arrays.sort(again);
      assertThat(again).isEqualTo(first);
    }
  }

  /** Later turns pair the durations of two nodes anew; the same pairs would add no information. */
  @Test
  void of_laterTurns_meetsOthers() {
    Set<List<Float>> pairs = new HashSet<>();
    int count = 0;
    for (int node = 1; node < 20; node++) {
      float[] one = row(0, TURNS);
      float[] other = row(node, TURNS);
      for (int k = 0; k < one.length; k++, count++) {
        pairs.add(List.of(one[k], other[k]));
      }
    }
    assertThat(pairs.size()).isGreaterThan(count * 9 / 10);
  }

  @Test
  void set_ofFewSamples_usesEachDurationOnce() {
    assertThat(turns(2048, 1)).isEqualTo(1);
    assertThat(turns(4096, 1)).isEqualTo(2);
    assertThat(turns(1 << 20, 1)).isEqualTo(TURNS);
    assertThat(turns(1 << 20, 12)).isEqualTo(1);
  }

  @Test
  void set_forASmallError_hasMoreStrata() {
    assertThat(set(0.1, DURATIONS)).isEqualTo(512);
    assertThat(set(0.001, DURATIONS)).isEqualTo(Strata.MOST * TURNS);
    assertThat(set(0.001, BlockPassTest.durations(20, v -> Law.lognormal(10 + v, 0.01))))
        .isEqualTo(512);
  }

  private static int set(double relativeError, DurationTables durations) {
    AccuracyGoal accuracy = AccuracyGoal.USUAL.withRelativeError(relativeError);
    Dag dag = Dag.of(20, new int[0], new int[0]);
    return new BlockSampler(dag, durations, new Sampling.Goal(accuracy, 1 << 20, 1)).setSize();
  }

  private static int turns(long maxSamples, double instances) {
    return sampler(maxSamples, instances).turns();
  }

  private static BlockSampler sampler(long maxSamples, double instances) {
    Dag dag = Dag.of(20, new int[0], new int[0]);
    Sampling.Goal goal = new Sampling.Goal(AccuracyGoal.USUAL, maxSamples, instances);
    return new BlockSampler(dag, DURATIONS, goal);
  }

  /** Buffers are reused from one set to the next. */
  @Test
  void draw_afterAnotherSet_isAsBefore() {
    BlockSampler sampler = sampler(1 << 20, 1);
    double[] all = new double[3 * sampler.setSize()];

    sampler.draw(5, all, 0);
    sampler.draw(6, all, sampler.setSize());
    sampler.draw(5, all, 2 * sampler.setSize());

    assertThat(Arrays.copyOfRange(all, 2 * sampler.setSize(), all.length))
        .isEqualTo(Arrays.copyOf(all, sampler.setSize()));
  }
}
