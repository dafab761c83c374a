package io.flowgauge.probabilistic.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.draw.DurationTables;
import io.flowgauge.probabilistic.draw.Strata;
import io.flowgauge.probabilistic.reduction.Shapes;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Sampling in blocks against sampling one at a time. */
class BlockPassTest {
  private static final int DEEP = 100_000;

  private static Dag random(int nodes, Random random) {
    int[] from = new int[3 * nodes];
    int[] to = new int[3 * nodes];
    for (int k = 0; k < from.length; k++) {
      to[k] = 1 + random.nextInt(nodes - 1);
      from[k] = random.nextInt(to[k]);
    }
    return Dag.of(nodes, from, to);
  }

  static DurationTables durations(int nodes, IntFunction<Law> law) {
    Shapes shapes = new Shapes();
    int[] leaf = new int[nodes];
    Arrays.setAll(leaf, v -> shapes.leaf(law.apply(v)));
    return new DurationTables(leaf, shapes, new Curve[0]);
  }

  /** Returns the longest path over open nodes for one sample; running nodes begin at 0. */
  private static double longest(
      Dag dag, Plan.Selection open, DurationTables durations, float[][] rows, int lane) {
    double[] end = new double[dag.nodeCount()];
    double longest = 0;
    for (int p = 0; p < end.length; p++) {
      int v = dag.nodeAt(p);
      for (int k = 0; open.waits(v) && k < dag.predecessorCount(v); k++) {
        end[v] = Math.max(end[v], end[dag.predecessor(v, k)]);
      }
      end[v] += rows[v][lane] + (open.waits(v) ? durations.typical(v) : 0);
      end[v] = open.isOpen(v) ? end[v] : 0;
      longest = Math.max(longest, end[v]);
    }
    return longest;
  }

  private static float[][] rows(int nodes, Random random) {
    float[][] rows = new float[nodes][BlockPass.LANES];
    for (float[] row : rows) {
      for (int k = 0; k < row.length; k++) {
        row[k] = random.nextFloat();
      }
    }
    return rows;
  }

  @Test
  void run_randomGraphs_findsLongestPaths() {
    Random random = new Random(1);
    for (int round = 0; round < 40; round++) {
      Dag dag = random(2 + random.nextInt(60), random);
      float[][] rows = rows(dag.nodeCount(), random);
      DurationTables durations = durations(rows.length, v -> Law.uniform(v % 7, v % 7 + 2));
      Plan.Selection open = round % 2 == 0 ? Plan.Selection.ALL : someOf(rows.length, random);
      BlockPass pass = new BlockPass(Plan.of(dag, durations, open));
      pass.run(v -> rows[v]);
      for (int k = 0; k < BlockPass.LANES; k++) {
        double expected = longest(dag, open, durations, rows, k);
        assertThat(pass.makespan(k)).isCloseTo(expected, within(1e-4));
      }
    }
  }

  /**
   * Selects random nodes as finished, running or waiting; a waiting node need not have an open
   * predecessor.
   */
  private static Plan.Selection someOf(int nodes, Random random) {
    int[] state = random.ints(nodes, 0, 3).toArray();
    state[nodes - 1] = 1;
    return new Plan.Selection() {
      @Override
      public boolean isOpen(int node) {
        return state[node] > 0;
      }

      @Override
      public boolean waits(int node) {
        return state[node] > 1;
      }
    };
  }

  /** Single precision would be off by 0.3 % here if it held times since the start. */
  @Test
  void run_deepConstants_doesNotRound() {
    Dag ladder = ladder();
    DurationTables durations = durations(2 * DEEP, v -> Law.constant(v % 2 == 0 ? 10.03 : 10.01));
    BlockPass pass = new BlockPass(Plan.of(ladder, durations));
    pass.run(new DrawnRows(durations, new Strata(1, BlockPass.LANES), 1));
    assertThat(pass.makespan(3)).isCloseTo(10.03 * DEEP, within(1e-4));
  }

  /** Returns two chains; each node also precedes the next node of the other chain. */
  private static Dag ladder() {
    int[] from = new int[4 * DEEP];
    int[] to = new int[4 * DEEP];
    int edges = 0;
    for (int k = 0; k + 1 < DEEP; k++) {
      for (int side = 0; side < 4; side++) {
        from[edges] = 2 * k + side % 2;
        to[edges++] = 2 * k + 2 + side / 2;
      }
    }
    return Dag.of(2 * DEEP, from, to, edges);
  }

  @Test
  void plan_ofChain_needsTwoRows() {
    Dag chain = Dag.of(4, new int[] {0, 1, 2}, new int[] {1, 2, 3});
    DurationTables durations = durations(4, v -> Law.constant(1));
    assertThat(Plan.of(chain, durations).rowCount).isEqualTo(2);
    assertThat(Plan.keepingAll(chain, durations).rowCount).isEqualTo(4);
  }
}
