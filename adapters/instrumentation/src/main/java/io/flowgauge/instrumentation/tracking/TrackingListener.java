package io.flowgauge.instrumentation.tracking;

/**
 * Is notified of tracked processes. Called on the tracker's threads, possibly on several at once;
 * exceptions are counted and otherwise ignored.
 */
public interface TrackingListener {
  /**
   * Called when a process matches: once for each process, and again if it becomes another program
   * that matches.
   *
   * @param process the process
   */
  default void found(TrackedProcess process) {}

  /**
   * Called when a process has its first sensors; {@link TrackedProcess#report()} says on which
   * regions.
   *
   * @param process the process
   */
  default void instrumented(TrackedProcess process) {}

  /**
   * Called when a process got no sensors; {@link TrackedProcess#refusal()} says why.
   *
   * @param process the process
   */
  default void refused(TrackedProcess process) {}

  /**
   * Called when an instrumented process has ended, become another program or been detached from;
   * its profile is final.
   *
   * @param process the process
   */
  default void ended(TrackedProcess process) {}
}
