package io.flowgauge.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The hierarchy of temporal overheads ([Nerieri] Fig. 1, definitions, "Temporal overheads"). Leaves
 * do not overlap; an inner class is the sum of its leaves. Immutable and thread-safe.
 */
public enum OverheadClass {
  /** Everything that is not ideal time. */
  TOTAL(null),
  /** Time of the engine and its services. */
  MIDDLEWARE(TOTAL),
  /** Handling of jobs by engine and scheduling system. */
  JOB_MANAGEMENT(MIDDLEWARE),
  /** Archive and extract phases. */
  PREPARATION(JOB_MANAGEMENT),
  /** STARTED to SUBMITTED, less preparation. */
  SUBMISSION(JOB_MANAGEMENT),
  /** SUBMITTED to PENDING. */
  WAITING(JOB_MANAGEMENT),
  /** PENDING to ACTIVE. */
  QUEUE_RESIDENCY(JOB_MANAGEMENT),
  /** ACTIVE to COMPLETED, less the application's own time. */
  POLLING(JOB_MANAGEMENT),
  /** SUSPENDED to RESUMED. */
  SUSPENDED(JOB_MANAGEMENT),
  /** Middleware services, while no activity of the run was under way. */
  SERVICES(MIDDLEWARE),
  /** Finding resources. */
  RESOURCE_BROKERAGE(SERVICES),
  /** Mapping activities to resources. */
  SCHEDULING(SERVICES),
  /** Predicting execution times. */
  PERFORMANCE_PREDICTION(SERVICES),
  /** Any other service. */
  OTHER_SERVICES(SERVICES),
  /** Dependencies met, but activity not yet STARTED. */
  ENACTMENT(MIDDLEWARE),
  /** From the last FAILED to the next STARTED. */
  RESUBMISSION(MIDDLEWARE),
  /** Losses of a parallel section to its own structure. */
  LOSS_OF_PARALLELISM(TOTAL),
  /** Independent activities run one after another for lack of processors. */
  SERIALISATION(LOSS_OF_PARALLELISM),
  /** Processors idle while the last members of a section still compute. */
  LOAD_IMBALANCE(LOSS_OF_PARALLELISM),
  /** Load imbalance of parallel transfers. */
  DATA_TRANSFER_IMBALANCE(LOSS_OF_PARALLELISM),
  /** Running copies of a job, only the fastest of which counts. */
  REPLICATED_JOBS(LOSS_OF_PARALLELISM),
  /** Losses of activities while they run. */
  ACTIVITY(TOTAL),
  /** The application's own time beyond its ideal time. */
  EXTERNAL_LOAD(ACTIVITY),
  /**
   * Attempts that did not complete: first STARTED to last FAILED. In regions and attributions, time
   * that such attempts waited while no slot was free counts as serialisation instead, as for
   * attempts that completed.
   */
  RESTART(ACTIVITY),
  /** Stage-in and stage-out phases, and transfer activities. */
  DATA_TRANSFER(ACTIVITY),
  /** Losses inside parallel applications. */
  PARALLEL_PROCESSING(ACTIVITY),
  /** Communication phases. */
  COMMUNICATION(PARALLEL_PROCESSING),
  /** Synchronization phases. */
  SYNCHRONIZATION(PARALLEL_PROCESSING),
  /** Other phases that are not useful work. */
  OTHER_PARALLEL(PARALLEL_PROCESSING),
  /** Time that no class explains; negative where the classes explain more than the time taken. */
  UNIDENTIFIED(TOTAL);

  private final @Nullable OverheadClass parent;
  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  OverheadClass(@Nullable OverheadClass parent) {
    this.parent = parent;
  }

  /**
   * The class this one is part of.
   *
   * @return the parent; empty for {@link #TOTAL}
   */
  public Optional<OverheadClass> parent() {
    return Optional.ofNullable(parent);
  }

  /**
   * The classes this one is the sum of.
   *
   * @return children in order of declaration; empty for a leaf
   */
  public List<OverheadClass> children() {
    return Arrays.stream(values()).filter(c -> c.parent == this).toList();
  }

  /**
   * Whether it has no children.
   *
   * @return true for classes that are measured directly
   */
  public boolean isLeaf() {
    return children().isEmpty();
  }

  /**
   * The class's name in documents and reports, such as {@code queue-residency}.
   *
   * @return a lower-case word
   */
  public String label() {
    return label;
  }

  /**
   * The class with a given label.
   *
   * @param label a name as {@link #label()} returns
   * @return the class, or empty if none has that label
   */
  public static Optional<OverheadClass> of(String label) {
    return Arrays.stream(values()).filter(c -> c.label.equals(label)).findFirst();
  }
}
