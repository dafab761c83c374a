package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.ChainPrediction;
import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.MakespanTable;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.commons.math3.analysis.integration.IterativeLegendreGaussIntegrator;
import org.apache.commons.math3.distribution.LogNormalDistribution;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claims: for services with lognormal latencies over n data segments, a table gives mean and
 * standard deviation of the makespan in 200 ns and a quantile in 40 ns, whatever n and the mode.
 * Integrating the density over time with Commons Math takes thousands of times as long, and
 * sampling longer still. Making a table of up to ten services to 1e-6 takes less than a
 * millisecond.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar OrderStatisticBenchmark}; for comparison,
 * {@code python3 benchmarks/scipy/order_statistics.py}, which times the same questions in scipy.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class OrderStatisticBenchmark {
  private static final int SAMPLES = 1000;
  private static final int EVALUATIONS = 1_000_000;
  private static final double QUICK = 1e-6;

  @Param({"12", "126"})
  public int count;

  @Param({"1", "3", "10"})
  public int services;

  private final Law law = Law.lognormal(300, 300);
  private final LogNormalDistribution baseline =
      new LogNormalDistribution(Math.log(300) - Math.log(2) / 2, Math.sqrt(Math.log(2)));
  private final SplittableRandom random = new SplittableRandom(1);
  private ChainPrediction dsp;
  private ChainPrediction dp;
  private MakespanTable dspTable;
  private MakespanTable dpTable;

  /** Makes the tables that are queried. */
  @org.openjdk.jmh.annotations.Setup
  public void makeTables() {
    dsp = Flowgauge.predict().services(services, law).relativeError(QUICK);
    dp = dsp.mode(io.flowgauge.prediction.Mode.DP);
    dspTable = dsp.table();
    dpTable = dp.table();
  }

  @Benchmark
  public double dspMeanAndSdOfTable() {
    return dspTable.mean(count) + dspTable.sd(count);
  }

  @Benchmark
  public double dpMeanAndSdOfTable() {
    return dpTable.mean(count) + dpTable.sd(count);
  }

  @Benchmark
  public double dspQuantileOfTable() {
    return dspTable.quantile(count, 0.95);
  }

  /** Asks for another number of data segments each time, which takes a convolution. */
  @Benchmark
  public double dpQuantileOfTable() {
    return dpTable.quantile(count + random.nextInt(2, 1000), 0.95);
  }

  @Benchmark
  public MakespanTable makeDspTable() {
    return dsp.table();
  }

  @Benchmark
  public MakespanTable makeDpTable() {
    return dp.table();
  }

  /** Forecasts to 1e-10, without keeping a table. */
  @Benchmark
  public Forecast preciseDsp() {
    return Flowgauge.predict().services(services, law).dataSegments(count).forecast();
  }

  /**
   * Integrates, for one service, {@code E = ∫ n t f(t) F(t)^(n-1) dt} and likewise the second
   * moment, to 1e-9; for the sum of more services there is no density to integrate.
   */
  @Benchmark
  public double integrationWithCommonsMath() {
    return Math.sqrt(moment(2) - Math.pow(moment(1), 2));
  }

  private double moment(int order) {
    return new IterativeLegendreGaussIntegrator(16, 1e-9, 1e-9)
        .integrate(
            EVALUATIONS,
            t ->
                count
                    * Math.pow(t, order)
                    * baseline.density(t)
                    * Math.pow(baseline.cumulativeProbability(t), count - 1),
            0,
            100_000);
  }

  /** Draws a thousand samples, which gives an accuracy of about 3 %. */
  @Benchmark
  public double monteCarlo() {
    double sum = 0;
    for (int sample = 0; sample < SAMPLES; sample++) {
      double longest = 0;
      for (int k = 0; k < count; k++) {
        double latencies = 0;
        for (int service = 0; service < services; service++) {
          latencies += law.quantile(random.nextDouble());
        }
        longest = Math.max(longest, latencies);
      }
      sum += longest;
    }
    return sum / SAMPLES;
  }
}
