package io.flowgauge.metrics.run;

import static io.flowgauge.model.core.Columns.known;

import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.trace.Times;
import java.util.Arrays;

/** Processing times of all regions as structured blocks. Stateless. */
final class BlockTimes {

  private BlockTimes() {}

  /**
   * Adds up times along sequences, and takes the longest member of any other region. A region has a
   * smaller number than its members, so one backward pass visits members first.
   *
   * @return seconds by region, -1 if not known
   */
  static double[] of(RegionTree tree, long[] wallclocks) {
    double[] seconds = new double[tree.size()];
    Arrays.fill(seconds, -1);
    for (int region = tree.size() - 1; region >= 0; region--) {
      int activity = tree.activity(region);
      if (activity >= 0 && known(wallclocks[activity])) {
        seconds[region] = Times.seconds(wallclocks[activity]);
      }
      int parent = tree.parent(region);
      if (parent >= 0 && seconds[region] >= 0) {
        seconds[parent] =
            tree.kind(parent).isSequential()
                ? Math.max(0, seconds[parent]) + seconds[region]
                : Math.max(seconds[parent], seconds[region]);
      }
    }
    return seconds;
  }
}
