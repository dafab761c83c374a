package io.flowgauge.probabilistic.irregular;

import io.flowgauge.probabilistic.curve.Curve;
import io.flowgauge.probabilistic.curve.GradedCurve;
import io.flowgauge.probabilistic.curve.Sums;
import io.flowgauge.probabilistic.law.Crossing;
import io.flowgauge.probabilistic.reduction.IrregularMethod;
import java.util.Arrays;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * A region of exponential stages as a Markov chain on the sets of stages that have ended. By
 * uniformization, {@code P(X > t) = Σ_k e^(-Λt) (Λt)^k / k! · r_k}, with Λ the largest exit rate
 * and r_k the probability that a chain that jumps Λ times per second in every state has not ended
 * after k jumps (Jensen: Markoff chains as an aid in the study of Markoff processes, 1953). All
 * terms are positive, so that small probabilities are as accurate as large ones. Immutable and
 * thread-safe.
 */
final class MarkovChain implements IrregularMethod {
  private static final int MOST_STATES = 50_000;

  /** Greatest product of the numbers of jumps and transitions. */
  private static final double MOST_WORK = 2e8;

  /** Fraction of the tail below which the remaining probability is neglected. */
  private static final double NEGLIGIBLE = 1e-4;

  /** Fraction of a sum below which further terms are neglected. */
  private static final double ROUND_OFF = 1e-18;

  private final int states;
  private final double jumpsPerSecond;

  /** Probability that the chain has not ended, by number of jumps. */
  private final double[] unfinished;

  private final double upper;

  private MarkovChain(int states, double jumpsPerSecond, double[] unfinished, double tail) {
    this.states = states;
    this.jumpsPerSecond = jumpsPerSecond;
    this.unfinished = unfinished;
    double guess = unfinished.length / jumpsPerSecond;
    upper = Crossing.ofFalling(this::survival, tail, 0, guess);
  }

  /**
   * Builds the chain of a graph of stages.
   *
   * @param tail probability that may be cut off
   * @return null if that would take too long
   */
  static MarkovChain of(StageGraph graph, double tail) {
    StageStates states = StageStates.of(graph, MOST_STATES);
    if (states == null) {
      return null;
    }
    double fastest = 0;
    double slowest = Double.POSITIVE_INFINITY;
    for (int s = 0; s < states.count() - 1; s++) {
      fastest = Math.max(fastest, states.exitRate(s));
      slowest = Math.min(slowest, states.exitRate(s));
    }
    double jumps = graph.size() - Math.log(NEGLIGIBLE * tail) * fastest / slowest;
    if (!(jumps * states.next.length <= MOST_WORK)) {
      return null;
    }
    double[] unfinished = unfinishedByJumps(states, fastest, NEGLIGIBLE * tail);
    return new MarkovChain(states.count(), fastest, unfinished, tail);
  }

  private static double[] unfinishedByJumps(
      StageStates states, double jumpsPerSecond, double least) {
    double[] probability = new double[states.count()];
    probability[0] = 1;
    double[] unfinished = new double[64];
    unfinished[0] = 1;
    int jumps = 0;
    while (unfinished[jumps] > least) {
      if (++jumps == unfinished.length) {
        unfinished = Arrays.copyOf(unfinished, 2 * jumps);
      }
      unfinished[jumps] = jump(states, jumpsPerSecond, probability);
    }
    return Arrays.copyOf(unfinished, jumps + 1);
  }

  /**
   * Makes one jump in place, the last states first; returns the probability of all states but the
   * end.
   */
  private static double jump(StageStates states, double jumpsPerSecond, double[] probability) {
    double sum = 0;
    for (int s = probability.length - 2; s >= 0; s--) {
      double share = probability[s] / jumpsPerSecond;
      double leaving = 0;
      for (int k = states.start[s]; k < states.start[s + 1]; k++) {
        double moved = share * states.rate[k];
        probability[states.next[k]] += moved;
        leaving += states.rate[k];
      }
      probability[s] = share * Math.max(0, jumpsPerSecond - leaving);
    }
    for (int s = 0; s < probability.length - 1; s++) {
      sum += probability[s];
    }
    return sum;
  }

  /** Sums from the most probable number of jumps in both directions until terms are negligible. */
  private double survival(double t) {
    double expected = jumpsPerSecond * t;
    int centre = (int) Math.min(expected, unfinished.length - 1.0);
    double log = t > 0 ? centre * Math.log(expected) - expected - LogGamma.value(centre + 1.0) : 0;
    double weight = Math.exp(log);
    double sum = weight * unfinished[centre];
    double down = weight;
    for (int k = centre; k > 0; k--) {
      down *= k / expected;
      sum += down * unfinished[k - 1];
      if (down * unfinished[k - 1] < ROUND_OFF * sum) {
        break;
      }
    }
    double up = weight;
    for (int k = centre + 1; k < unfinished.length; k++) {
      up *= expected / k;
      sum += up * unfinished[k];
      if (up * unfinished[k] < ROUND_OFF * sum) {
        break;
      }
    }
    return Math.min(1, sum);
  }

  @Override
  public Curve curve(Curve[] members, Sums sums) {
    int parts = sums.cells() / Conditioning.CELLS_PER_PART;
    double[] survival = GradedCurve.times(0, upper, parts);
    for (int k = 0; k < survival.length; k++) {
      survival[k] = survival(survival[k]);
    }
    return new GradedCurve(0, upper, parts, survival);
  }

  @Override
  public double work(int cells, double tail) {
    return cells * Math.sqrt(unfinished.length);
  }

  @Override
  public String toString() {
    return "Markov chain of " + states + " states";
  }
}
