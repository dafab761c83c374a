package io.flowgauge.probabilistic.law;

import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Arguments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;

/** Makes laws by the names of their types. Stateless and thread-safe. */
public final class Laws {
  /** Greatest depth of laws within laws; more would be a mistake, or an attack on the stack. */
  static final int MAX_DEPTH = 100;

  /** Least probability of a time within the limit; the end of a heavy tail may be beyond it. */
  private static final double MOST_WITHIN = 0.9;

  /** The shortest accepted times, except constants. Their squares are above 0 as doubles. */
  private static final double LEAST_SECONDS = 1e-100;

  /** The continued fraction of the incomplete gamma function does not converge for much more. */
  private static final double GREATEST_SHAPE = 1e10;

  private static final double NEGLIGIBLE = 1e-18;
  private static final double ROUNDING = 1e-12;

  private static final Map<String, Function<Parameters, BaseLaw>> TYPES = new TreeMap<>();

  static {
    TYPES.put("normal", p -> new NormalLaw(p.number("mean"), p.positive("sd")));
    TYPES.put("lognormal", Laws::lognormal);
    TYPES.put("gamma", p -> new GammaLaw(gammaShape(p), p.positive("scale")));
    TYPES.put("exponential", p -> new ExponentialLaw(p.positive("mean")));
    TYPES.put("weibull", p -> new WeibullLaw(p.positive("shape"), p.positive("scale")));
    TYPES.put("pareto", p -> new ParetoLaw(p.positive("shape"), p.positive("scale")));
    TYPES.put("uniform", Laws::uniform);
    TYPES.put("constant", p -> new ConstantLaw(p.number("seconds")));
    TYPES.put("shifted", p -> AffineLaw.shifted(p.number("shift"), p.law("base")));
    TYPES.put(
        "shifted_exponential",
        p -> AffineLaw.shifted(p.number("shift"), new ExponentialLaw(p.positive("exp_mean"))));
    TYPES.put("scaled", p -> AffineLaw.scaled(p.positive("factor"), p.law("base")));
    TYPES.put("mixture", Laws::mixture);
    TYPES.put("empirical", p -> new EmpiricalLaw(p.numbers("values")));
    TYPES.put("maximum", Laws::maximum);
    TYPES.put("outliers", p -> new OutlierLaw(p.within("rho", 0, 1), p.law("base")));
    TYPES.put("clipped", p -> new ClippedLaw(p.law("base")));
  }

  private Laws() {}

  /**
   * A law by the name of its type.
   *
   * @param parameters its parameters, as {@link Law#of} says; {@code clip_at_zero} true is the same
   *     as {@link Law#clippedAtZero()}
   * @throws IllegalArgumentException if there is no such type, or a parameter is missing, unknown
   *     or wrong
   */
  public static Law of(String type, Map<String, ?> parameters) {
    return make(type, parameters, 0);
  }

  /**
   * A law from its text.
   *
   * @param text what {@link Law#text()} gives
   * @throws IllegalArgumentException if the text is not of a law
   */
  public static Law parse(String text) {
    return new LawParser(text).parse();
  }

  /**
   * Returns a law in the form that this module computes with.
   *
   * @param law any law
   * @return the law itself if it was made by the factories of {@link Law}; else a wrapper of it
   * @throws IllegalArgumentException if a caller's own law has atoms or loses jobs
   */
  public static Law known(Law law) {
    return law instanceof BaseLaw ? law : new OwnLaw(law);
  }

  /**
   * A law of latencies that predictions can compute with.
   *
   * @param name name of the parameter
   * @return the law as {@link #known} gives it, or its mean if its times hardly differ as doubles
   * @throws IllegalArgumentException as there, or if more than a tenth of the times are beyond
   *     {@link Arguments#MOST_SECONDS}, or if the times vary by less than {@link #LEAST_SECONDS}
   */
  public static Law latency(String name, Law law) {
    Law known = known(Objects.requireNonNull(law, name));
    double within = known.cdf(Arguments.MOST_SECONDS) - known.cdf(-Arguments.MOST_SECONDS);
    if (!(within >= MOST_WITHIN * (1 - known.lostFraction()))) {
      throw new IllegalArgumentException(
          name
              + " must be a law of times of at most "
              + Arguments.MOST_SECONDS
              + " s, but more than a tenth of those of "
              + law
              + " are longer");
    }
    if (!known.hasAtoms() && isTiny(unshifted(known))) {
      throw new IllegalArgumentException(
          name
              + " must be a law of times that vary by "
              + LEAST_SECONDS
              + " s or more, or not at all, but those of "
              + law
              + " vary by less");
    }
    return variesByRounding(known) ? new ConstantLaw(known.mean()) : known;
  }

  private static boolean isTiny(Law law) {
    return law.cdf(-LEAST_SECONDS) == 0 && law.survival(LEAST_SECONDS) < NEGLIGIBLE;
  }

  /** Whether times differ so little that between any two there are few doubles, or none. */
  private static boolean variesByRounding(Law law) {
    return !law.hasAtoms() && law.sd() < ROUNDING * Math.abs(unshifted(law).mean());
  }

  /**
   * The law of the jobs that finish.
   *
   * @param law a {@linkplain #known known} law
   * @return the law given that the job is not lost
   */
  public static Law finishing(Law law) {
    return ((BaseLaw) law).finishing();
  }

  /** Whether all jobs that finish take the same time. */
  public static boolean isFixed(Law law) {
    return law.lower() == law.upper();
  }

  /**
   * The fixed part of a shifted law.
   *
   * @param law a {@linkplain #known known} law
   * @return seconds, 0 for other laws
   */
  public static double shiftOf(Law law) {
    return ((BaseLaw) law).shift();
  }

  /**
   * A law without its fixed part.
   *
   * @param law a {@linkplain #known known} law
   * @return the law moved by {@link #shiftOf} to earlier times
   */
  public static Law unshifted(Law law) {
    return ((BaseLaw) law).unshifted();
  }

  /**
   * Returns the power of a standard law of which a law is a multiple.
   *
   * @param law a {@linkplain #known known} law
   * @return empty if the law is not such a multiple, or is not known to be one
   */
  public static Optional<Power> power(Law law) {
    return ((BaseLaw) law).power();
  }

  /**
   * Returns the shape of the gamma law of which a law is a multiple.
   *
   * @param law a {@linkplain #known known} law
   * @return above 0; empty if the law is not such a multiple
   */
  public static OptionalDouble gammaShape(Law law) {
    return ((BaseLaw) law).gammaShape();
  }

  /**
   * Returns a law before its early times were cut off.
   *
   * @param law a {@linkplain #known known} law
   * @return a law that has the same quantiles above {@link Law#lower} of the given law; the given
   *     law itself if nothing was cut off
   */
  public static Law unclipped(Law law) {
    return ((BaseLaw) law).unclipped();
  }

  /**
   * Whether a law is smooth except for an atom at its lower end.
   *
   * @param law a {@linkplain #known known} law
   * @return true if its only jump is there and it is not stepwise
   */
  public static boolean jumpsOnlyAtLowerEnd(Law law) {
    double[] jumps = ((BaseLaw) law).jumps();
    return jumps.length == 1 && jumps[0] == law.lower() && !((BaseLaw) law).isStepwise();
  }

  static BaseLaw make(String type, Map<String, ?> parameters, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "law: at most " + MAX_DEPTH + " nested laws are allowed, but " + type + " lies deeper");
    }
    Function<Parameters, BaseLaw> factory = TYPES.get(type);
    if (factory == null) {
      throw new IllegalArgumentException(
          "law: unknown type " + type + "; expected " + String.join(", ", TYPES.keySet()));
    }
    Parameters checked = new Parameters(type, parameters, depth);
    BaseLaw law = factory.apply(checked);
    boolean clip = checked.flag("clip_at_zero");
    checked.rejectUnknown();
    return clip ? new ClippedLaw(law) : law;
  }

  /** Parameters in the order in which the text names them. */
  static Map<String, Object> named(String first, Object value) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(first, value);
    return all;
  }

  static Map<String, Object> named(String first, Object value, String second, Object other) {
    Map<String, Object> all = named(first, value);
    all.put(second, other);
    return all;
  }

  /**
   * Makes a lognormal law from the mean and standard deviation of the time; log_mu and log_sigma
   * may be given in addition if they agree.
   */
  private static BaseLaw lognormal(Parameters p) {
    LognormalLaw law = new LognormalLaw(p.positive("mean"), p.positive("sd"));
    if (p.has("log_mu")) {
      checkSame(p, "log_mu", law.logMean());
    }
    if (p.has("log_sigma")) {
      checkSame(p, "log_sigma", law.logSd());
    }
    return law;
  }

  private static void checkSame(Parameters p, String name, double expected) {
    final double tolerance = 1e-6;
    double value = p.number(name);
    if (Math.abs(value - expected) > tolerance * (1 + Math.abs(expected))) {
      throw p.wrong(name, expected + " to agree with mean and sd", value);
    }
  }

  private static double gammaShape(Parameters p) {
    double shape = p.positive("shape");
    if (shape > GREATEST_SHAPE) {
      throw p.wrong("shape", "at most " + GREATEST_SHAPE, shape);
    }
    return shape;
  }

  private static BaseLaw uniform(Parameters p) {
    double lo = p.number("lo");
    double hi = p.number("hi");
    if (!(lo < hi)) {
      throw p.wrong("hi", "above lo " + lo, hi);
    }
    if (hi - lo == Double.POSITIVE_INFINITY) {
      throw p.wrong("hi", "at most " + Double.MAX_VALUE + " above lo " + lo, hi);
    }
    return new UniformLaw(lo, hi);
  }

  private static BaseLaw mixture(Parameters p) {
    List<Double> weights = p.numbers("weights");
    List<BaseLaw> laws = p.laws("components");
    if (weights.size() != laws.size()) {
      throw p.wrong(
          "weights",
          "one for each of the " + laws.size() + " components",
          weights.size() + " numbers");
    }
    for (double weight : weights) {
      if (!(weight > 0)) {
        throw p.wrong("weights", "above 0", weight);
      }
    }
    return new MixtureLaw(weights, laws);
  }

  private static BaseLaw maximum(Parameters p) {
    return new MaximumLaw(p.within("count", 1, Double.MAX_VALUE), p.law("base"));
  }
}
