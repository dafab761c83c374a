package io.flowgauge.instrumentation.tracking;

/**
 * Hears of tracked processes. Called on the tracker's threads, on several at once; what it throws
 * is counted and forgotten.
 */
public interface TrackingListener {
  /**
   * A process matches; told once of each, and once more when it becomes another program that does.
   *
   * @param process the process
   */
  default void found(TrackedProcess process) {}

  /**
   * It has its first sensors; {@link TrackedProcess#report()} says how far.
   *
   * @param process the process
   */
  default void instrumented(TrackedProcess process) {}

  /**
   * It was not; {@link TrackedProcess#refusal()} says why.
   *
   * @param process the process
   */
  default void refused(TrackedProcess process) {}

  /**
   * An instrumented process has ended, become another program or was let go; its profile is the
   * last.
   *
   * @param process the process
   */
  default void ended(TrackedProcess process) {}
}
