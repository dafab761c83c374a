package io.flowgauge.benchmarks.network;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.Law;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.workflow.Workflow;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;

/** Layers of activities, each after 1 to 3 of the layer before; sampled by plain Monte Carlo. */
final class Layered {
  private static final double VARIATION = 0.4;
  private static final double SPREAD = Math.sqrt(Math.log1p(VARIATION * VARIATION));
  private static final double NORMAL_VARIATION = 0.3;

  /** Activities of one mean share a law, as those of one program do. */
  private static final int MEANS = 50;

  final int[][] predecessors;
  private final double[] mean;
  private final double[] end;
  private final SplittableRandom bits = new SplittableRandom(1);
  private final Random gauss = new Random(1);

  Layered(int activities, int width) {
    Random random = new Random(1);
    predecessors = new int[activities][];
    mean = new double[activities];
    end = new double[activities];
    for (int k = 0; k < activities; k++) {
      mean[k] = 50 + 4 * random.nextInt(MEANS);
      predecessors[k] = new int[k < width ? 0 : 1 + random.nextInt(3)];
      for (int i = 0; i < predecessors[k].length; i++) {
        predecessors[k][i] = (k / width - 1) * width + random.nextInt(width);
      }
    }
  }

  static String id(int activity) {
    return "n" + activity;
  }

  NetworkPrediction predict() {
    NetworkPrediction prediction = Flowgauge.predict(workflow());
    Law[][] laws = new Law[3][4 * MEANS + 50];
    for (int k = 0; k < mean.length; k++) {
      int place = (int) mean[k];
      if (laws[k % 3][place] == null) {
        laws[k % 3][place] = law(k);
      }
      prediction = prediction.latency(id(k), laws[k % 3][place]);
    }
    return prediction;
  }

  private Workflow workflow() {
    WorkflowBuilder builder = Flowgauge.workflow("layered");
    for (int k = 0; k < predecessors.length; k++) {
      builder.activities(id(k));
      for (int before : predecessors[k]) {
        builder.dependency(id(before), id(k));
      }
    }
    return builder.build();
  }

  private Law law(int k) {
    return switch (k % 3) {
      case 0 -> Law.exponential(mean[k]);
      case 1 -> Law.lognormal(mean[k], VARIATION * mean[k]);
      default -> Law.normal(mean[k], NORMAL_VARIATION * mean[k]).clippedAtZero();
    };
  }

  /** Draws a duration by the textbook method for its law. */
  double draw(int k) {
    return switch (k % 3) {
      case 0 -> -mean[k] * Math.log(1 - bits.nextDouble());
      case 1 -> mean[k] * Math.exp(SPREAD * gauss.nextGaussian() - SPREAD * SPREAD / 2);
      default -> mean[k] * Math.max(0, 1 + NORMAL_VARIATION * gauss.nextGaussian());
    };
  }

  /** Returns the mean makespan of the activities from an index on, one sample after the other. */
  double plainMean(int from, int samples) {
    double sum = 0;
    for (int sample = 0; sample < samples; sample++) {
      double longest = 0;
      Arrays.fill(end, 0, from, 0);
      for (int k = from; k < end.length; k++) {
        double start = 0;
        for (int before : predecessors[k]) {
          start = Math.max(start, end[before]);
        }
        end[k] = start + draw(k);
        longest = Math.max(longest, end[k]);
      }
      sum += longest;
    }
    return sum / samples;
  }
}
