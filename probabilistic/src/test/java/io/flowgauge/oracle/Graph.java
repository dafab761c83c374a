package io.flowgauge.oracle;

import io.flowgauge.Flowgauge;
import io.flowgauge.prediction.NetworkPrediction;
import io.flowgauge.workflow.WorkflowBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A workflow of activities 0, 1, … whose longest path is found in the obvious way.
 *
 * @param times time of each activity
 * @param before the activities that each one depends on, all with smaller numbers
 */
record Graph(List<Timed> times, List<int[]> before) {

  /** Draws a graph with an edge from each earlier activity with the given probability. */
  static Graph random(List<Timed> times, double edge, SplittableRandom random) {
    List<int[]> before = new ArrayList<>();
    for (int k = 0; k < times.size(); k++) {
      before.add(IntStream.range(0, k).filter(j -> random.nextDouble() < edge).toArray());
    }
    return new Graph(times, before);
  }

  NetworkPrediction predict() {
    WorkflowBuilder workflow = Flowgauge.workflow("graph");
    for (int k = 0; k < times.size(); k++) {
      workflow.activities(name(k));
      for (int j : before.get(k)) {
        workflow.dependency(name(j), name(k));
      }
    }
    NetworkPrediction prediction = Flowgauge.predict(workflow.build());
    for (int k = 0; k < times.size(); k++) {
      prediction = prediction.latency(name(k), times.get(k).law());
    }
    return prediction;
  }

  static String name(int activity) {
    return "n" + activity;
  }

  double[] draw(SplittableRandom random) {
    return times.stream().mapToDouble(time -> time.next(random)).toArray();
  }

  /** Returns the longest of several draws of each time, as in mode DP. */
  double[] drawLongest(int count, SplittableRandom random) {
    double[] longest = draw(random);
    for (int k = 1; k < count; k++) {
      double[] next = draw(random);
      for (int i = 0; i < next.length; i++) {
        longest[i] = Math.max(longest[i], next[i]);
      }
    }
    return longest;
  }

  double makespan(double[] seconds) {
    double[] end = new double[seconds.length];
    double last = 0;
    for (int k = 0; k < seconds.length; k++) {
      double start = 0;
      for (int j : before.get(k)) {
        start = Math.max(start, end[j]);
      }
      end[k] = start + seconds[k];
      last = Math.max(last, end[k]);
    }
    return last;
  }
}
