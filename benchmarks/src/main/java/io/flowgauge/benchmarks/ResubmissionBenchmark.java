package io.flowgauge.benchmarks;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.Mode;
import io.flowgauge.prediction.Resubmission;
import io.flowgauge.probabilistic.order.Tail;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Claim: three services in a row whose jobs are submitted again after a timeout are forecast in
 * less than 50 ms, whatever the accuracy asked for. The baseline convolves polynomials, as for laws
 * without corners; it takes seconds, for the distribution alone.
 *
 * <p>{@code java -jar benchmarks/target/benchmarks.jar ResubmissionBenchmark}
 */
@State(Scope.Benchmark)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class ResubmissionBenchmark {
  private static final double RELATIVE_ERROR = 1e-9;
  private static final int SEGMENTS = 100;
  private static final double MEDIAN = 0.5;
  private static final double LATE = 0.95;

  /** Seconds. */
  @Param({"100", "400", "3000"})
  public double timeout;

  private Law law() {
    return Resubmission.of(Law.lognormal(300, 300).withOutliers(0.1)).timeout(timeout);
  }

  /** Mean and a quantile of the longest of the data segments. */
  @Benchmark
  public double forecast() {
    return quantile(Mode.DSP);
  }

  /** The same with data parallelism, where the longest times of the services are summed. */
  @Benchmark
  public double dataParallel() {
    return quantile(Mode.DP);
  }

  private double quantile(Mode mode) {
    var forecast =
        Flowgauge.predict()
            .services(3, law())
            .mode(mode)
            .dataSegments(SEGMENTS)
            .relativeError(RELATIVE_ERROR)
            .forecast();
    return forecast.mean() + forecast.quantile(LATE);
  }

  /** A quantile of one data segment. */
  @Benchmark
  public double polynomials() {
    Tail tail = Tail.of(law());
    return tail.plus(tail).plus(tail).atLogSurvival(Math.log(MEDIAN));
  }
}
