package io.flowgauge.learning.forecast;

import io.flowgauge.history.ForecastBasis;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.Uncertainty;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import io.flowgauge.probabilistic.sampling.SampleAnswer;
import io.flowgauge.probabilistic.sampling.Sampling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A forecast by simulation. */
final class HistoryForecast extends AnswerForecast implements LearnedForecast {
  /** Least share of a source that is listed. */
  private static final double LEAST_SHARE = 0.01;

  private static final String METHOD = "simulated runs with times learned from history";

  private final Calibrated simulation;
  private final int samples;
  private final long seed;
  private final ForecastBasis basis;

  /** Sources of uncertainty; empty until first requested. */
  private List<Uncertainty> sources = List.of();

  private HistoryForecast(
      SampleAnswer answer, Calibrated simulation, int samples, long seed, ForecastBasis basis) {
    super(answer);
    this.simulation = simulation;
    this.samples = samples;
    this.seed = seed;
    this.basis = basis;
  }

  /**
   * Makes a forecast by simulation.
   *
   * @param samples number of simulated runs in each replicate
   */
  static HistoryForecast of(Calibrated simulation, int samples, long seed, ForecastBasis basis) {
    double[][] plain = simulation.simulation().draw(samples, seed, Held.NOTHING);
    double sharedError = simulation.sharedError(plain);
    Sampling stretched = new Sampling(simulation.stretched(plain));
    SampleAnswer answer = new SampleAnswer(stretched, 1, METHOD, sharedError);
    return new HistoryForecast(answer, simulation, samples, seed, basis);
  }

  @Override
  public ForecastBasis basis() {
    return basis;
  }

  @Override
  public synchronized List<Uncertainty> sources() {
    if (sources.isEmpty() && sd() > 0) {
      List<Uncertainty> found = new ArrayList<>();
      found.add(new Uncertainty("speed of the whole run", share(Held.of(Held.Kind.RUN))));
      List<String> types = simulation.types();
      for (int k = 0; k < types.size(); k++) {
        found.add(new Uncertainty("times of " + types.get(k), share(Held.type(k))));
      }
      found.add(new Uncertainty("number of slots", share(Held.of(Held.Kind.SLOTS))));
      found.add(new Uncertainty("delays of starts", share(Held.of(Held.Kind.DELAYS))));
      found.add(new Uncertainty("failed attempts", share(Held.of(Held.Kind.FAILURES))));
      found.add(new Uncertainty("outages", share(Held.of(Held.Kind.OUTAGES))));
      found.add(
          new Uncertainty(
              "what times, slots and delays do not explain",
              share(Held.of(Held.Kind.UNEXPLAINED))));
      sources =
          found.stream()
              .filter(source -> source.share() >= LEAST_SHARE)
              .sorted(Comparator.comparingDouble(Uncertainty::share).reversed())
              .toList();
    }
    return sources;
  }

  private double share(Held held) {
    double without = sd(simulation, held);
    return Math.max(0, 1 - without * without / (sd() * sd()));
  }

  private double sd(Calibrated of, Held held) {
    return new SampleAnswer(new Sampling(of.draw(samples, seed, held)), 1, "").sd();
  }

  @Override
  public double sdAfterOneMoreRun() {
    return Math.min(sd(), sd(simulation.afterOneMoreRun(), Held.NOTHING));
  }
}
