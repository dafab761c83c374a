package io.flowgauge.log.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The order of stages, from the bottom up. */
final class StageOrder {
  private StageOrder() {}

  /**
   * Orders stages: named ones in the given order; then those on lifelines by their mean time since
   * the beginning of the lifeline; then all others in order of arrival.
   */
  static List<PlotData.Stage> of(
      List<PlotData.Stage> stages, List<String> given, PlotPoints points) {
    double[] offsets = meanOffsets(stages.size(), points);
    List<PlotData.Stage> ordered = new ArrayList<>(stages);
    ordered.sort(
        Comparator.<PlotData.Stage>comparingInt(stage -> rank(stage, given))
            .thenComparingDouble(stage -> offsets[stage.number()]));
    return ordered;
  }

  private static int rank(PlotData.Stage stage, List<String> given) {
    int index = given.indexOf(stage.name());
    return index < 0 ? given.size() : index;
  }

  /**
   * Returns the mean time since the beginning of the lifeline for each stage, by number; infinite
   * if none of its events has a lifeline.
   */
  private static double[] meanOffsets(int stages, PlotPoints points) {
    double[] sums = new double[stages];
    long[] counts = new long[stages];
    long begin = 0;
    for (int k = 0; k < points.size(); k++) {
      boolean isFirst = k == 0 || points.line(k) != points.line(k - 1);
      begin = isFirst ? points.time(k) : begin;
      if (points.line(k) != PlotPoints.NO_LINE) {
        sums[points.stage(k)] += points.time(k) - begin;
        counts[points.stage(k)]++;
      }
    }
    for (int stage = 0; stage < stages; stage++) {
      sums[stage] = counts[stage] == 0 ? Double.POSITIVE_INFINITY : sums[stage] / counts[stage];
    }
    return sums;
  }
}
