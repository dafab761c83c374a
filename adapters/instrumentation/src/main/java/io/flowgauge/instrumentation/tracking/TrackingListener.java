package io.flowgauge.instrumentation.tracking;

/**
 * Is notified of tracked processes. Called on the tracker's threads, possibly on several at once;
 * exceptions are counted and otherwise ignored.
 */
public interface TrackingListener {
  /**
   * A process matches. Called once for each process, and again if it becomes another program that
   * matches.
   *
   * @param process the process
   */
  default void found(TrackedProcess process) {}

  /**
   * A process has its first sensors; {@link TrackedProcess#report()} says on which regions.
   *
   * @param process the process
   */
  default void instrumented(TrackedProcess process) {}

  /**
   * A process got no sensors; {@link TrackedProcess#refusal()} says why.
   *
   * @param process the process
   */
  default void refused(TrackedProcess process) {}

  /**
   * An instrumented process has ended, become another program or been detached from; its profile is
   * final.
   *
   * @param process the process
   */
  default void ended(TrackedProcess process) {}
}
