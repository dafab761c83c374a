package io.flowgauge.instrumentation;

/**
 * Calls that were not measured, by reason. Immutable and thread-safe.
 *
 * @param nestedTooDeeply calls nested more deeply than the provider follows
 * @param inSignalHandlers calls made while a signal handler interrupted the sensor itself
 * @param withoutThread calls in threads for which there was no room
 * @param withoutRecord calls on edges of the call graph for which there was no room
 * @param aborted calls left by longjmp or an exception; not counted as calls
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
