package io.flowgauge.model.graph;

/** The kinds of region of a {@link Decomposition}. */
public enum RegionKind {
  /** A single node of the graph. */
  ACTIVITY,

  /** Two or more regions one after the other: all of each precedes all of the next. */
  SEQUENCE,

  /** Two or more regions with no order between any two. */
  PARALLEL,

  /** Regions joined by a partial order that is not series-parallel in any part; its quotient. */
  IRREGULAR
}
