package io.flowgauge.learning.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makespans by total work and number of activities, for runs whose activities have no known starts.
 * The logarithm of a makespan is a plane over the logarithms of both, plus a Gaussian process, by
 * which runs of nearly the same size count more than others, plus noise. The results for several
 * amplitudes of the process are averaged, weighted by evidence. Immutable and thread-safe.
 */
final class MakespanLaw {
  /**
   * Prior slopes over work and number of activities: more work runs on more slots, and each
   * activity costs the engine some time.
   */
  private static final double[] SLOPES = {0.25, 0.5};

  private static final double SLOPE_SD = 0.3;

  /** Prior standard deviation of the noise in the logarithm, and its weight, in runs. */
  private static final double NOISE = 0.15;

  private static final double PRIOR_WEIGHT = 2;

  /**
   * Prior variance of the level, in units of the noise variance: hardly anything is known of the
   * level.
   */
  private static final double LEVEL = 100;

  /** Variances of the process, in units of the noise variance. */
  private static final double[] AMPLITUDES = {0, 1, 10, 100};

  /** Least work that counts, in seconds. */
  private static final double LEAST_WORK = 1e-3;

  /** Number of latest runs that are used; in a long history, earlier ones add nothing. */
  private static final int MOST = 200;

  private final List<Size> sizes;
  private final Size centre;
  private final List<Fit> fits = new ArrayList<>();
  private final double meanMakespan;

  /** Logarithms of the total work in seconds and of the number of activities. */
  record Size(double work, double count) {
    private double distance(Size other) {
      return Math.hypot(work - other.work, count - other.count);
    }

    private Size minus(Size other) {
      return new Size(work - other.work, count - other.count);
    }

    private double plane() {
      return SLOPES[0] * work + SLOPES[1] * count;
    }
  }

  /**
   * A finished run.
   *
   * @param work sum of all service times in seconds, above 0
   * @param count number of activities
   * @param makespan seconds, above 0
   */
  record Outcome(double work, int count, double makespan) {
    private Size size() {
      return new Size(Math.log(work), Math.log(count));
    }
  }

  private MakespanLaw(List<Size> sizes, double... logs) {
    this.sizes = sizes;
    centre =
        new Size(
            sizes.stream().mapToDouble(Size::work).average().orElseThrow(),
            sizes.stream().mapToDouble(Size::count).average().orElseThrow());
    meanMakespan = Arrays.stream(logs).average().orElseThrow();
    double[] residuals = new double[logs.length];
    Arrays.setAll(residuals, k -> logs[k] - meanMakespan - sizes.get(k).minus(centre).plane());
    for (double amplitude : AMPLITUDES) {
      fits.add(new Fit(amplitude, residuals));
    }
  }

  /**
   * Learns from runs, the latest last.
   *
   * @param outcomes one or more
   */
  static MakespanLaw of(List<Outcome> outcomes) {
    List<Outcome> latest = outcomes.subList(Math.max(0, outcomes.size() - MOST), outcomes.size());
    return new MakespanLaw(
        latest.stream().map(Outcome::size).toList(),
        latest.stream().mapToDouble(each -> Math.log(each.makespan)).toArray());
  }

  /** Returns the makespans of runs with the given number of activities, by their total work. */
  Unexplained of(int count) {
    double evidence = fits.stream().mapToDouble(fit -> fit.evidence).max().orElseThrow();
    return (work, deviation) -> {
      Size size = new Size(Math.log(Math.max(LEAST_WORK, work)), Math.log(count));
      double total = 0;
      double mean = 0;
      double square = 0;
      double within = 0;
      for (Fit fit : fits) {
        double weight = Math.exp(fit.evidence - evidence);
        double[] solved = fit.solved(size);
        double value = fit.mean(solved);
        total += weight;
        mean += weight * value;
        square += weight * value * value;
        within += weight * fit.variance(size, solved);
      }
      double at = mean / total;
      double variance = within / total + Math.max(0, square / total - at * at);
      double level = meanMakespan + size.minus(centre).plane() + at;
      return Math.exp(level + Math.sqrt(variance) * deviation);
    };
  }

  /** The process with one amplitude; variances are in units of the noise variance. */
  private final class Fit {
    final double evidence;
    private final double amplitude;
    private final Cholesky covariance;

    /** Residuals, divided by the root of the covariance. */
    private final double[] whitened;

    private final double noise;

    Fit(double amplitude, double... residuals) {
      this.amplitude = amplitude;
      int n = residuals.length;
      double[][] matrix = new double[n][n];
      for (int k = 0; k < n; k++) {
        for (int j = 0; j <= k; j++) {
          matrix[k][j] = priorCovariance(sizes.get(k), sizes.get(j)) + (k == j ? 1 : 0);
        }
      }
      covariance = Cholesky.of(matrix);
      whitened = covariance.solve(residuals);
      double squares = PRIOR_WEIGHT * NOISE * NOISE;
      for (double each : whitened) {
        squares += each * each;
      }
      double freedom = PRIOR_WEIGHT + n;
      noise = squares / freedom;
      evidence = -covariance.logRoot() - freedom / 2 * Math.log(squares);
    }

    /** Prior covariance of two runs, apart from the prior plane. */
    private double priorCovariance(Size one, Size other) {
      Size a = one.minus(centre);
      Size b = other.minus(centre);
      double slopes = SLOPE_SD * SLOPE_SD / (NOISE * NOISE) * (a.work * b.work + a.count * b.count);
      return LEVEL + slopes + amplitude * Math.exp(-one.distance(other));
    }

    double[] solved(Size size) {
      return covariance.solve(
          sizes.stream().mapToDouble(each -> priorCovariance(size, each)).toArray());
    }

    double mean(double... solved) {
      double sum = 0;
      for (int k = 0; k < solved.length; k++) {
        sum += solved[k] * whitened[k];
      }
      return sum;
    }

    double variance(Size size, double... solved) {
      double known = Arrays.stream(solved).map(each -> each * each).sum();
      return noise * Math.max(1, priorCovariance(size, size) + 1 - known);
    }
  }
}
