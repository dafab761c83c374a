package io.flowgauge.model.core;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.model.graph.Decomposition;
import io.flowgauge.workflow.RegionKind;

/** The region tree found from the dependencies, by series-parallel decomposition (SPEC §1). */
final class FoundRegions {

  private FoundRegions() {}

  /** Both number regions in preorder, so that one pass suffices. */
  static RegionTree of(Dag dag) {
    Decomposition found = Decomposition.of(dag);
    RegionTree.Builder builder = new RegionTree.Builder();
    int open = -1;
    for (int region = 0; region < found.regionCount(); region++) {
      open = closeUpTo(region, open, found, builder);
      switch (found.kind(region)) {
        case ACTIVITY -> builder.activity(found.activity(region));
        case SEQUENCE -> builder.open(RegionKind.SEQUENCE, "");
        case PARALLEL -> builder.open(RegionKind.PARALLEL, "");
        case IRREGULAR -> builder.openIrregular(found.quotient(region));
      }
      open = found.childCount(region) > 0 ? region : open;
    }
    builder.closeAll();
    return builder.build(found.reduction().undecidedEdges());
  }

  /** Closes the regions that do not hold the next one. */
  private static int closeUpTo(
      int region, int open, Decomposition found, RegionTree.Builder builder) {
    int inner = open;
    while (inner >= 0 && inner != found.parent(region)) {
      builder.close();
      inner = found.parent(inner);
    }
    return inner;
  }
}
