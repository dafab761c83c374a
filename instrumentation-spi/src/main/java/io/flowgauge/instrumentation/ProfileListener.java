package io.flowgauge.instrumentation;

/** Receives what push mode sends. Called on a thread of the provider, one call at a time. */
@FunctionalInterface
public interface ProfileListener {
  /**
   * Receives the regions that changed since the last update, with their measurements so far.
   *
   * @param update the profile of these regions alone
   */
  void updated(Profile update);

  /**
   * Called after the last update, when the process has ended, become another program or been
   * detached from.
   *
   * @param status its status
   */
  default void ended(ProcessStatus status) {}
}
