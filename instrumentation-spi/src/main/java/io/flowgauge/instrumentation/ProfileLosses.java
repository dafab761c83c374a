package io.flowgauge.instrumentation;

/**
 * Calls that were not measured, by reason. Immutable and thread-safe.
 *
 * @param nestedTooDeeply nested beyond what the provider follows
 * @param inSignalHandlers while a signal handler interrupted the sensor itself
 * @param withoutThread in threads there was no room for
 * @param withoutRecord on edges of the call graph there was no room for
 * @param aborted left by longjmp or an exception; not among the calls
 */
public record ProfileLosses(
    long nestedTooDeeply,
    long inSignalHandlers,
    long withoutThread,
    long withoutRecord,
    long aborted) {
  /** Nothing lost. */
  public static final ProfileLosses NONE = new ProfileLosses(0, 0, 0, 0, 0);

  /**
   * All losses together.
   *
   * @return the sum
   */
  public long total() {
    return nestedTooDeeply + inSignalHandlers + withoutThread + withoutRecord + aborted;
  }
}
