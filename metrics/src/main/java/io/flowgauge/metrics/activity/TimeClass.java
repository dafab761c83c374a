package io.flowgauge.metrics.activity;

import io.flowgauge.analysis.OverheadClass;
import java.util.Arrays;

/**
 * Small numbers for the leaves of the overhead hierarchy, for arrays in loops over millions of
 * activities. Stateless.
 */
public final class TimeClass {
  private static final OverheadClass[] LEAVES =
      Arrays.stream(OverheadClass.values())
          .filter(OverheadClass::isLeaf)
          .toArray(OverheadClass[]::new);

  private static final boolean[] SERVICE = childrenOf(OverheadClass.SERVICES);
  private static final boolean[] LOSS = childrenOf(OverheadClass.LOSS_OF_PARALLELISM);

  /** Number of classes. */
  public static final int COUNT = LEAVES.length;

  /** Archive and extract phases. */
  public static final int PREPARATION = of(OverheadClass.PREPARATION);

  /** STARTED to SUBMITTED. */
  public static final int SUBMISSION = of(OverheadClass.SUBMISSION);

  /** SUBMITTED to PENDING. */
  public static final int WAITING = of(OverheadClass.WAITING);

  /** PENDING to ACTIVE. */
  public static final int QUEUE_RESIDENCY = of(OverheadClass.QUEUE_RESIDENCY);

  /** End of the application to COMPLETED. */
  public static final int POLLING = of(OverheadClass.POLLING);

  /** SUSPENDED to RESUMED. */
  public static final int SUSPENDED = of(OverheadClass.SUSPENDED);

  /** Dependencies met to STARTED. */
  public static final int ENACTMENT = of(OverheadClass.ENACTMENT);

  /** Last FAILED to the next STARTED. */
  public static final int RESUBMISSION = of(OverheadClass.RESUBMISSION);

  /** No slot free because of the run's other activities. */
  public static final int SERIALISATION = of(OverheadClass.SERIALISATION);

  /** Slots of a section idle. */
  public static final int LOAD_IMBALANCE = of(OverheadClass.LOAD_IMBALANCE);

  /** Transfers of a section idle. */
  public static final int DATA_TRANSFER_IMBALANCE = of(OverheadClass.DATA_TRANSFER_IMBALANCE);

  /** Replicas of a job. */
  public static final int REPLICATED_JOBS = of(OverheadClass.REPLICATED_JOBS);

  /** T beyond the ideal time. */
  public static final int EXTERNAL_LOAD = of(OverheadClass.EXTERNAL_LOAD);

  /** Attempts that did not complete. */
  public static final int RESTART = of(OverheadClass.RESTART);

  /** Staging and transfer activities. */
  public static final int DATA_TRANSFER = of(OverheadClass.DATA_TRANSFER);

  /** Communication phases. */
  public static final int COMMUNICATION = of(OverheadClass.COMMUNICATION);

  /** Synchronization phases. */
  public static final int SYNCHRONIZATION = of(OverheadClass.SYNCHRONIZATION);

  /** Other phases that are not useful work. */
  public static final int OTHER_PARALLEL = of(OverheadClass.OTHER_PARALLEL);

  /** Time spent for an unknown purpose. */
  public static final int UNIDENTIFIED = of(OverheadClass.UNIDENTIFIED);

  /** The application's own time, useful or not; numbered after the classes of overhead. */
  public static final int COMPUTE = COUNT;

  private TimeClass() {}

  private static boolean[] childrenOf(OverheadClass inner) {
    boolean[] children = new boolean[LEAVES.length];
    for (OverheadClass child : inner.children()) {
      children[of(child)] = true;
    }
    return children;
  }

  /**
   * The number of a leaf.
   *
   * @param leaf a class without children
   * @return its number, from 0 to {@code COUNT - 1}
   */
  public static int of(OverheadClass leaf) {
    return Arrays.asList(LEAVES).indexOf(leaf);
  }

  /**
   * Whether a class is time of a middleware service.
   *
   * @param number from 0 to {@code COUNT - 1}
   * @return true for the children of {@link OverheadClass#SERVICES}
   */
  public static boolean isService(int number) {
    return SERVICE[number];
  }

  /**
   * Whether a class is what a parallel section loses to its own structure.
   *
   * @param number from 0 to {@code COUNT - 1}
   * @return true for the children of {@link OverheadClass#LOSS_OF_PARALLELISM}
   */
  public static boolean isLossOfParallelism(int number) {
    return LOSS[number];
  }

  /**
   * The leaf with the given number.
   *
   * @param number from 0 to {@code COUNT - 1}
   */
  public static OverheadClass leaf(int number) {
    return LEAVES[number];
  }
}
