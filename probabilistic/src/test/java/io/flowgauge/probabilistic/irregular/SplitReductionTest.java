package io.flowgauge.probabilistic.irregular;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.workflow.RegionKind;
import org.junit.jupiter.api.Test;

class SplitReductionTest {
  private static final Dag SMALLEST = Dag.of(4, new int[] {0, 1, 1}, new int[] {2, 2, 3});

  @Test
  void of_irregularGraph_isNull() {
    assertThat(SplitReduction.of(SMALLEST, 0)).isNull();
  }

  @Test
  void of_sharedNodeFixed_isSeriesParallel() {
    Expression expression = SplitReduction.of(SMALLEST, 0b0010);
    assertThat(expression.kind()).isEqualTo(RegionKind.PARALLEL);
    assertThat(expression.members()).isEqualTo(0b1111);
    assertThat(expression.hasAtoms(0b0010)).isFalse();
    assertThat(expression.hasAtoms(0b1010)).isTrue();
  }

  @Test
  void of_fixedNodeBetweenRandomOnes_staysIrregular() {
    Dag ladder = Dag.of(6, new int[] {0, 1, 1, 2, 3, 3}, new int[] {2, 2, 3, 4, 4, 5});
    assertThat(SplitReduction.of(ladder, 0b001000)).isNull();
    assertThat(SplitReduction.of(ladder, 0b001010)).isNotNull();
  }

  @Test
  void of_seriesParallelGraph_needsNothingFixed() {
    Dag diamond = Dag.of(4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 3, 3});
    assertThat(SplitReduction.of(diamond, 0).countConvolutions(0b0010, 0, 0)).isEqualTo(2);
  }
}
