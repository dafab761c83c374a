package io.flowgauge.probabilistic.resubmission;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.integral.Quadrature;
import io.flowgauge.probabilistic.law.Crossing;
import io.flowgauge.probabilistic.law.DerivedLaw;
import io.flowgauge.probabilistic.order.Renewal;
import io.flowgauge.probabilistic.order.Steps;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * The latency J of a job of which some copies are submitted at 0, t0, 2 t0, … until one ends. Each
 * copy is cancelled at age T: {@code P(J > t) = Π_k S(min(t - k t0, T))}. The copies do not overlap
 * if {@code t0 >= T}.
 *
 * <p>From {@code max(0, T - t0)} on, the survival function repeats itself: {@code P(J > t + t0) =
 * S(T) P(J > t)}. Therefore only one period has to be integrated.
 */
final class ResubmittedLaw extends DerivedLaw implements Renewal {
  /** Levels of the latency's distribution at which the panels of an integral end. */
  private static final double[] LEVELS = {1e-12, 1e-6, 1e-3, 0.05, 0.25, 0.5, 0.75, 0.95};

  /**
   * Number of periods before the mean up to which the variance is integrated in its central form.
   */
  private static final int CENTRAL_PERIODS = 8;

  /** Logarithm of a probability too small to matter. */
  private static final double LEAST_LOG = -42;

  /** Logarithm below which a probability is 0. */
  private static final double ZERO_LOG = -750;

  private static final int MOST_JUMPS = 1_000_000;
  private static final double HALF = 0.5;

  private final Law latency;
  private final Submissions submissions;

  /** Logarithm of the probability that no copy of a submission ends before its timeout. */
  private final double logRatio;

  /** Start of the first period, and the logarithm of the survival function there. */
  private final double start;

  private final double logAtStart;
  private final double mean;
  private final double sd;

  ResubmittedLaw(Law latency, Submissions submissions) {
    super("resubmitted", parameters(latency, submissions));
    this.latency = latency;
    this.submissions = submissions;
    logRatio = logOfCopies(submissions.timeout());
    if (logRatio == 0) {
      throw new TooShortException(latency, submissions.timeout());
    }
    start = Math.max(0, submissions.timeout() - submissions.interval());
    logAtStart = logSurvival(start);
    mean = expectation();
    sd = deviation(variance());
  }

  /** Returns the root of a variance; infinite if the variance overflows. */
  private static double deviation(double variance) {
    return Double.isFinite(variance) ? Math.sqrt(Math.max(0, variance)) : Double.POSITIVE_INFINITY;
  }

  private static Map<String, Object> parameters(Law latency, Submissions submissions) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("timeout", submissions.timeout());
    all.put("interval", submissions.interval());
    all.put("copies", (double) submissions.copies());
    all.put("base", latency);
    return all;
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double sd() {
    return sd;
  }

  /** {@code E[J] = ∫_0^t* S_J + ∫_period S_J / (1 - S(T))}. */
  private double expectation() {
    return integralBeforeStart(this::survival)
        + integralOverPeriod(this::survival) / -Math.expm1(logRatio);
  }

  /**
   * Returns the variance. With many periods the standard deviation is close to the mean, and {@code
   * E[J²] - E[J]²} loses no digits. With few it may, and the central form is used.
   */
  private double variance() {
    return mean > start + CENTRAL_PERIODS * submissions.interval()
        ? secondMoment() - mean * mean
        : centralVariance();
  }

  private double secondMoment() {
    DoubleUnaryOperator moment = t -> 2 * t * survival(t);
    return integralBeforeStart(moment)
        + repeated(integralOverPeriod(moment), integralOverPeriod(this::survival));
  }

  /**
   * Returns {@code Σ_m s^m (first + 2 m t0 mass)}, the integral over all periods, with s the ratio.
   */
  private double repeated(double first, double mass) {
    double kept = -Math.expm1(logRatio);
    double ratio = Math.exp(logRatio);
    return first / kept + 2 * submissions.interval() * mass * (ratio / kept) / kept;
  }

  private double centralVariance() {
    double firstBeyond = start;
    double ratio = 1;
    double sum = integralBeforeStart(this::centralPart);
    while (firstBeyond < mean) {
      double shift = firstBeyond;
      sum +=
          Quadrature.integral(
              this::centralPart, edges(shift, shift + submissions.interval()), Quadrature.FINEST);
      firstBeyond += submissions.interval();
      ratio *= Math.exp(logRatio);
    }
    double gap = firstBeyond - start - mean;
    double mass = integralOverPeriod(this::survival);
    double first = integralOverPeriod(t -> 2 * (t + gap) * survival(t));
    return sum + ratio * repeated(first, mass);
  }

  private double centralPart(double t) {
    return t > mean ? 2 * (t - mean) * survival(t) : 2 * (mean - t) * cdf(t);
  }

  private double integralBeforeStart(DoubleUnaryOperator f) {
    return start > 0 ? Quadrature.integral(f, edges(0, start), Quadrature.FINEST) : 0;
  }

  private double integralOverPeriod(DoubleUnaryOperator f) {
    return Quadrature.integral(f, edges(start, start + submissions.interval()), Quadrature.FINEST);
  }

  /**
   * Returns the ends of panels: both ends of the range and, between them, quantiles, jumps and the
   * timeout counted from each submission.
   */
  private double[] edges(double from, double to) {
    DoubleStream ages =
        DoubleStream.concat(
            Arrays.stream(LEVELS).map(p -> latency.quantile(p * (1 - latency.lostFraction()))),
            DoubleStream.of(0, submissions.timeout()));
    if (latency instanceof Steps steps) {
      ages = DoubleStream.concat(ages, Arrays.stream(steps.jumps()));
    }
    double[] once = ages.filter(Double::isFinite).toArray();
    long firstCopy =
        (long) Math.max(0, Math.floor((from - submissions.timeout()) / submissions.interval()));
    long lastCopy = (long) Math.floor(to / submissions.interval());
    DoubleStream.Builder all = DoubleStream.builder().add(from).add(to);
    if (mean > from && mean < to) {
      all.add(mean); // the variance's integrand has a kink there
    }
    for (long copy = firstCopy; copy <= lastCopy; copy++) {
      for (double age : once) {
        double t = copy * submissions.interval() + age;
        if (t > from && t < to) {
          all.add(t);
        }
      }
    }
    return all.build().sorted().distinct().toArray();
  }

  @Override
  public double cdf(double t) {
    return -Math.expm1(logSurvival(t));
  }

  @Override
  public double survival(double t) {
    return Math.exp(logSurvival(t));
  }

  @Override
  public double logCdf(double t) {
    double cdf = cdf(t);
    return cdf < HALF ? Math.log(cdf) : Math.log1p(-survival(t));
  }

  private double logSurvival(double t) {
    if (t < 0) {
      return 0;
    }
    double interval = submissions.interval();
    double submitted = Math.floor(t / interval);
    double timedOut = Math.max(0, Math.floor((t - submissions.timeout()) / interval) + 1);
    double first = Math.min(timedOut, submitted + 1);
    double sum = first == 0 ? 0 : first * logRatio;
    for (double copy = first; copy <= submitted && sum > ZERO_LOG; copy++) {
      sum += logOfCopies(Math.min(t - copy * interval, submissions.timeout()));
    }
    return sum;
  }

  /** Returns {@code ln S(age)} for all copies that are submitted together. */
  private double logOfCopies(double age) {
    double cdf = latency.cdf(age);
    double log = cdf < HALF ? Math.log1p(-cdf) : Math.log(latency.survival(age));
    return submissions.copies() * log;
  }

  @Override
  protected double quantileWithin(double p) {
    return ofLogSurvival(Math.log1p(-p));
  }

  @Override
  protected double upperQuantileWithin(double q) {
    return ofLogSurvival(Math.log(q));
  }

  /**
   * Returns the smallest t with {@code ln P(J > t) <= level}: first counts whole periods, then
   * searches within one.
   */
  private double ofLogSurvival(double level) {
    double below = level - logAtStart;
    double periods =
        below < 0 && logRatio > Double.NEGATIVE_INFINITY ? Math.ceil(below / logRatio) - 1 : 0;
    double whole = Math.max(0, periods);
    double rest = whole == 0 ? level : level - whole * logRatio;
    double end = start + submissions.interval();
    double shift = whole * submissions.interval();
    return shift + (start > 0 ? crossing(rest, end) : ofOneSubmission(rest));
  }

  private double crossing(double level, double end) {
    return Crossing.ofFalling(this::survival, Math.exp(level), 0, end);
  }

  private double ofOneSubmission(double level) {
    double log = level / submissions.copies();
    double cdf = -Math.expm1(log);
    double age = cdf < HALF ? latency.quantile(cdf) : latency.upperQuantile(Math.exp(log));
    return Math.min(age, submissions.timeout());
  }

  @Override
  public double lower() {
    return latency.lower();
  }

  @Override
  public double upper() {
    return logRatio == Double.NEGATIVE_INFINITY ? latency.upper() : Double.POSITIVE_INFINITY;
  }

  @Override
  public double period() {
    return submissions.interval();
  }

  @Override
  public double ratio() {
    return Math.exp(logRatio);
  }

  @Override
  public double span() {
    return Math.min(submissions.timeout(), latency.upper());
  }

  @Override
  public double cornerPeriod() {
    return submissions.interval();
  }

  @Override
  public double cornerOffset() {
    return span() - lower();
  }

  /**
   * Returns the jumps of the latency, counted from each submission until later ones are too
   * improbable.
   */
  @Override
  public double[] jumps() {
    if (!latency.hasAtoms() || !(latency instanceof Steps steps)) {
      return super.jumps();
    }
    double periods = Math.ceil(LEAST_LOG / logRatio);
    double[] once =
        Arrays.stream(steps.jumps()).filter(age -> age <= submissions.timeout()).toArray();
    long count = (long) Math.min(periods, Math.ceil((double) MOST_JUMPS / (once.length + 1)));
    return LongStream.rangeClosed(0, count)
        .boxed()
        .flatMapToDouble(k -> Arrays.stream(once).map(age -> k * submissions.interval() + age))
        .sorted()
        .distinct()
        .toArray();
  }

  @Override
  public boolean isStepwise() {
    return latency instanceof Steps steps && steps.isStepwise();
  }
}
