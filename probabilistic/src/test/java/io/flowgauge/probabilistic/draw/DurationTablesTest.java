package io.flowgauge.probabilistic.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.reduction.Shapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DurationTablesTest {
  private static final int COUNT = 1 << 10;

  /** Returns evenly spread probabilities as random bits, with one near each end. */
  private static int[] bits() {
    int[] bits = IntStream.range(0, COUNT).map(k -> (2 * k + 1) << 21).toArray();
    bits[0] = 1 << 10;
    bits[COUNT - 1] = -(1 << 10);
    return bits;
  }

  private static double probability(int bits) {
    return (Integer.toUnsignedLong(bits) + 0.5) * 0x1p-32;
  }

  /** Returns laws of many shapes, more than there are tables for. */
  private static List<Law> laws() {
    List<Law> laws = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      double vary = 0.05 + 0.01 * k;
      laws.add(Law.lognormal(50 + k, vary * (50 + k)));
      laws.add(Law.weibull(0.6 + vary, 3));
      laws.add(Law.shifted(7, Law.pareto(3 + vary, 20)));
      laws.add(Law.shifted(2, Law.lognormal(1, vary).scaledBy(30)));
      laws.add(Law.normal(50, 50 * vary).clippedAtZero());
      laws.add(Law.shifted(7, Law.shifted(-1, Law.weibull(0.6 + vary, 3)).clippedAtZero()));
    }
    for (int k = 0; k < 20; k++) {
      laws.add(Law.gamma(Math.pow(1.6, k - 3), 3));
      laws.add(Law.shifted(2, Law.gamma(0.3 + 0.2 * k, 1).scaledBy(30)));
    }
    return laws;
  }

  private static DurationTables tables(List<Law> laws) {
    Shapes shapes = new Shapes();
    int[] leaf = laws.stream().mapToInt(shapes::leaf).toArray();
    return new DurationTables(leaf, shapes, new Curve[0]);
  }

  private static double spread(Law law) {
    return law.quantile(0.75) - law.quantile(0.25);
  }

  @Test
  void fill_ofMoreLawsThanTables_isQuantile() {
    List<Law> laws = laws();
    DurationTables tables = tables(laws);
    int[] bits = bits();
    float[] out = new float[COUNT];

    for (int node = 0; node < laws.size(); node++) {
      Law law = laws.get(node);
      String text = law.text();
      double median = law.quantile(0.5);
      double spread = spread(law);
      tables.fill(node, bits, out, COUNT);
      for (int k = 0; k < COUNT; k++) {
        double exact = law.quantile(probability(bits[k]));
        double error = 2e-3 * (spread + Math.abs(exact - median));
        assertThat(tables.typical(node) + out[k]).as(text).isCloseTo(exact, within(error));
      }
    }
  }

  @Test
  void fillRemaining_ofMoreLawsThanTables_isQuantileOfTheRest() {
    List<Law> laws = laws();
    DurationTables tables = tables(laws);
    int[] bits = bits();
    float[] out = new float[COUNT];

    for (int node = 0; node < laws.size(); node++) {
      Law law = laws.get(node);
      String text = law.text();
      double spread = spread(law);
      double elapsed = law.quantile(0.8);
      new RemainingTimes(tables, law, node, elapsed).fill(bits, out);
      for (int k = 0; k < COUNT; k++) {
        double rest = law.upperQuantile(0.2 * (1 - probability(bits[k]))) - elapsed;
        double error = 2e-3 * (spread + rest);
        assertThat((double) out[k]).as(text).isCloseTo(rest, within(error));
      }
    }
  }

  /** Returns more samples than there are tables for; every third is shifted and loses jobs. */
  private static List<Law> samples() {
    Random random = new Random(1);
    List<Law> samples = new ArrayList<>();
    for (int k = 0; k < 150; k++) {
      double[] values = random.doubles(1 + k % 30, 1, 100).toArray();
      values[0] = 1 + k;
      Law sample = Law.empirical(values);
      samples.add(k % 3 == 0 ? Law.shifted(7, sample).withOutliers(0.25) : sample);
    }
    return samples;
  }

  @Test
  void fill_ofMoreSamplesThanTables_isQuantile() {
    List<Law> laws = samples();
    DurationTables tables = tables(laws);
    int[] bits = bits();
    float[] out = new float[COUNT];

    for (int node = 70; node < laws.size(); node++) {
      Law law = laws.get(node);
      String text = law.text();
      double kept = 1 - law.lostFraction();
      tables.fill(node, bits, out, COUNT);
      for (int k = 0; k < COUNT; k++) {
        double exact = law.quantile(kept * probability(bits[k]));
        assertThat(tables.typical(node) + out[k]).as(text).isCloseTo(exact, within(1e-4));
      }
    }
  }

  @Test
  void fillRemaining_ofMoreSamplesThanTables_isQuantileOfTheRest() {
    List<Law> laws = samples();
    DurationTables tables = tables(laws);
    int[] bits = bits();
    float[] out = new float[COUNT];

    for (int node = 70; node < laws.size(); node++) {
      Law law = laws.get(node);
      String text = law.text();
      double kept = 1 - law.lostFraction();
      double elapsed = law.quantile(0.5 * kept) - 1;
      double above = (law.survival(elapsed) - law.lostFraction()) / kept;
      new RemainingTimes(tables, law, node, elapsed).fill(bits, out);
      for (int k = 0; k < COUNT; k++) {
        double p = 1 - above * (1 - probability(bits[k]));
        double rest = law.quantile(kept * p) - elapsed;
        assertThat((double) out[k]).as(text).isCloseTo(rest, within(1e-4));
      }
    }
  }

  @Test
  void exp_ofAnyNumber_isAsPreciseAsFloats() {
    for (double x = -80; x < 80; x += 0.0137) {
      double exact = Math.exp((float) x);
      double error = exact * (2e-7 + Math.abs(x) * 1.2e-7);
      assertThat((double) Exponentials.exp((float) x)).isCloseTo(exact, within(error));
    }
    assertThat(Exponentials.exp(1e9f)).isEqualTo(0x1p126f);
    assertThat(Exponentials.exp(-1e9f)).isEqualTo(0x1p-126f);
  }
}
