package io.flowgauge.probabilistic.network;

import io.flowgauge.prediction.Forecast;
import io.flowgauge.prediction.Law;
import io.flowgauge.probabilistic.answer.Answer;
import io.flowgauge.probabilistic.answer.AnswerForecast;
import io.flowgauge.probabilistic.answer.ExactAnswer;
import io.flowgauge.probabilistic.draw.RemainingTimes;
import io.flowgauge.probabilistic.sampling.Bank;
import io.flowgauge.probabilistic.sampling.BlockPass;
import io.flowgauge.probabilistic.sampling.SampleAnswer;
import io.flowgauge.probabilistic.sampling.Sampling;
import java.util.Locale;
import java.util.stream.IntStream;

/** Samples of the remaining time of a run at one moment. Used once. */
abstract class RemainingRun {
  private double finishing = 1;
  private boolean hasMean = true;
  private boolean hasVariance = true;
  private int overdue;
  private int left;

  /** Adds an activity that runs. */
  final void addRunning(RemainingTimes rest, boolean withMean, boolean withVariance) {
    overdue += rest.isOverdue() ? 1 : 0;
    add(rest.finishing(), withMean, withVariance);
  }

  /** Adds an activity that has not begun. */
  final void addWaiting(Law law, boolean withMean, boolean withVariance) {
    add(1 - law.lostFraction(), withMean, withVariance);
  }

  private void add(double finishes, boolean withMean, boolean withVariance) {
    left++;
    finishing *= finishes;
    hasMean &= withMean;
    hasVariance &= withVariance;
  }

  /** Samples the remaining makespans of one replicate. */
  abstract void fill(Bank bank, int replicate, double[] makespans);

  /** Returns the method in words. */
  abstract String method();

  final Forecast forecast(Bank bank) {
    boolean finite = hasMean && finishing == 1;
    return new AnswerForecast(
        answer(bank), new AnswerForecast.Existence(finishing, finite, finite && hasVariance));
  }

  private Answer answer(Bank bank) {
    if (left == 0) {
      return new ExactAnswer(0, "the run is over");
    }
    double[][] makespans = new double[bank.replicates()][BlockPass.LANES];
    IntStream.range(0, makespans.length).parallel().forEach(r -> fill(bank, r, makespans[r]));
    String late =
        overdue == 0
            ? ""
            : String.format(Locale.ROOT, ", %d running longer than the law allows", overdue);
    return new SampleAnswer(
        new Sampling(makespans), 1, method() + ", " + left + " activities left" + late);
  }
}
