package io.flowgauge.instrumentation;

/**
 * Calls that were not measured, by reason. Immutable and thread-safe.
 *
 * @param nestedTooDeeply nested beyond what the provider follows
 * @param inSignalHandlers while a signal handler interrupted the sensor itself
 * @param withoutThread more threads than there is room for
 * @param withoutRecord more edges of the call graph than there is room for
 * @param aborted begun and left by longjmp or an exception: not among the calls
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
   * All together.
   *
   * @return the sum
   */
  public long total() {
    return nestedTooDeeply + inSignalHandlers + withoutThread + withoutRecord + aborted;
  }
}
