package io.flowgauge.instrumentation;

/** Takes what push mode sends. Called on the provider's thread, one call at a time. */
@FunctionalInterface
public interface ProfileListener {
  /**
   * A flush: regions updated since the last one, with their measurements so far.
   *
   * @param update the profile of these regions alone
   */
  void updated(Profile update);

  /**
   * The process has ended, become another or was let go; the last flush was sent before.
   *
   * @param status how it is
   */
  default void ended(ProcessStatus status) {}
}
