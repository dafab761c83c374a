package io.flowgauge.metrics.run;

import io.flowgauge.analysis.ForkJoinSlowdown;
import io.flowgauge.analysis.Measured;
import io.flowgauge.model.core.ColumnarRun;
import io.flowgauge.model.core.RegionView;
import io.flowgauge.model.graph.RegionTree;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Slowdown of fork-joins and structured blocks, {@code sf = n · max_i T_n(a_i) / T_1} ([Truong]
 * §5.4, Eq. 4; definitions, "Activity and workflow metrics"). The time of a sequence is the sum of
 * the times of its members, and the time of a section is the time of its longest member. Skipped
 * members do not count.
 */
final class Slowdowns {
  private final ColumnarRun run;
  private final RegionTree tree;
  private final double[] blocks;

  Slowdowns(ColumnarRun run, long[] wallclocks) {
    this.run = run;
    this.tree = run.workflow().regionTree();
    this.blocks = BlockTimes.of(tree, wallclocks);
  }

  List<ForkJoinSlowdown> all() {
    List<ForkJoinSlowdown> all = new ArrayList<>();
    for (int region = 0; region < tree.size(); region++) {
      if (tree.kind(region) == RegionKind.PARALLEL) {
        all.add(slowdown(region, Double.NaN));
      }
    }
    return all;
  }

  ForkJoinSlowdown of(Region section, double one) {
    if (!(one > 0) || Double.isInfinite(one)) {
      throw new IllegalArgumentException("T_1 must be positive and finite, but is " + one + " s");
    }
    if (section instanceof RegionView view
        && view.workflow().equals(run.workflow())
        && view.kind() == RegionKind.PARALLEL) {
      return slowdown(view.number(), one);
    }
    throw new IllegalArgumentException(section + " is not a parallel section of this run");
  }

  private ForkJoinSlowdown slowdown(int region, double given) {
    double shortest = Double.POSITIVE_INFINITY;
    double longest = -1;
    int members = 0;
    int measured = 0;
    for (int member = region + 1; member < tree.end(region); member = tree.end(member)) {
      double seconds = blocks[member];
      members += seconds < 0 && isSkipped(member) ? 0 : 1;
      if (seconds >= 0) {
        measured++;
        shortest = Math.min(shortest, seconds);
        longest = Math.max(longest, seconds);
      }
    }
    double one = Double.isNaN(given) ? shortest : given;
    Measured slowdown =
        measured == 0 || one <= 0
            ? Measured.absent("the processing times of its members are not known")
            : Measured.of(members * longest / one, measured, members);
    return new ForkJoinSlowdown(new RegionView(run.workflow(), region), members, slowdown);
  }

  private boolean isSkipped(int member) {
    for (int region = member; region < tree.end(member); region++) {
      if (tree.activity(region) >= 0 && !run.isSkipped(tree.activity(region))) {
        return false;
      }
    }
    return true;
  }
}
