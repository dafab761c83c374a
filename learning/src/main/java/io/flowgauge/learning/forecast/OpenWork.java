package io.flowgauge.learning.forecast;

import io.flowgauge.learning.service.ServiceEstimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of the times of unfinished activities, in columns by index of the activity. Not
 * thread-safe while it is filled.
 */
final class OpenWork {
  /** Means of log(t + 0.01 s). */
  final double[] mean;

  /** Variances of the estimates. */
  final double[] estimate;

  /** Variances of the times around the estimates. */
  final double[] residual;

  /**
   * Scales of the deviations of each activity alone: the square roots of the sums of both
   * variances.
   */
  final double[] scale;

  /** Probabilities that an attempt fails. */
  final double[] failure;

  /** For how long each activity has been running, in seconds; negative if it is not running. */
  final double[] elapsed;

  /** Number of the type of each activity. */
  final int[] type;

  /** Standard deviations of the deviation that the activities of a type in the run share. */
  final double[] typeSd;

  /** Standard deviations of the deviation that all activities of the run share. */
  final double[] runSd;

  final List<String> types = new ArrayList<>();

  private final Map<String, Integer> numbers = new HashMap<>();

  OpenWork(int activities) {
    mean = new double[activities];
    estimate = new double[activities];
    residual = new double[activities];
    scale = new double[activities];
    failure = new double[activities];
    elapsed = new double[activities];
    type = new int[activities];
    typeSd = new double[activities];
    runSd = new double[activities];
    Arrays.fill(elapsed, -1);
  }

  /** Sets what is known of one activity. */
  void put(int activity, String typeName, ServiceEstimate estimate) {
    int number = numbers.computeIfAbsent(typeName, name -> types.size());
    if (number == types.size()) {
      types.add(typeName);
    }
    type[activity] = number;
    mean[activity] = estimate.mean();
    put(activity, estimate.ownVariance(), estimate.residualVariance());
    typeSd[activity] = Math.sqrt(estimate.runTypeVariance());
    runSd[activity] = Math.sqrt(estimate.runVariance());
  }

  private void put(int activity, double ownVariance, double residualVariance) {
    estimate[activity] = ownVariance;
    residual[activity] = residualVariance;
    scale[activity] = Math.sqrt(ownVariance + residualVariance);
  }

  /**
   * Returns the work as it would be known after one more run of all these activities. The more
   * activities of a type there are, the more that run would say about it.
   */
  OpenWork afterOneMoreRun(int... open) {
    int[] counts = new int[types.size()];
    for (int v : open) {
      counts[type[v]]++;
    }
    OpenWork after = new OpenWork(mean.length);
    after.types.addAll(types);
    for (int v : open) {
      int k = type[v];
      double shared = runSd[v] * runSd[v] + typeSd[v] * typeSd[v];
      after.runSd[v] = runSd[v];
      after.typeSd[v] = typeSd[v];
      double known = 1 / (shared + residual[v] / counts[k]);
      after.mean[v] = mean[v];
      after.failure[v] = failure[v];
      after.elapsed[v] = elapsed[v];
      after.type[v] = k;
      after.put(v, estimate[v] > 0 ? 1 / (1 / estimate[v] + known) : 0, residual[v]);
    }
    return after;
  }
}
