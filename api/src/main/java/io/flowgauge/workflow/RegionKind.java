package io.flowgauge.workflow;

/** Kinds of workflow regions ([Nerieri] §II-A). Immutable and thread-safe. */
public enum RegionKind {
  /** One activity; a leaf. */
  ACTIVITY("activity"),
  /** Members run one after another. */
  SEQUENCE("sequence"),
  /** Members are independent of each other. */
  PARALLEL("parallel"),
  /** Members are copies of one job; the fastest one counts. */
  REPLICAS("replicas"),
  /** Members are the unrolled iterations of a loop, in order. */
  LOOP("loop"),
  /** A named part of the workflow; members run one after another. */
  SUB_WORKFLOW("sub-workflow"),
  /** A maximal part that is not series-parallel; it keeps the dependencies among its members. */
  IRREGULAR("irregular");

  private final String label;

  RegionKind(String label) {
    this.label = label;
  }

  /**
   * The kind's name in documents and reports.
   *
   * @return a lower-case word
   */
  public String label() {
    return label;
  }

  /**
   * Whether the members of such a region run one after another.
   *
   * @return true for sequences, loops and sub-workflows
   */
  public boolean isSequential() {
    return this == SEQUENCE || this == LOOP || this == SUB_WORKFLOW;
  }
}
