package io.flowgauge.archive;

/**
 * The result of feeding logs into an archive. Immutable and thread-safe.
 *
 * @param fed events that became rows
 * @param known events that were already rows
 * @param altered texts that the database could not store unchanged: PostgreSQL refuses the
 *     character NUL, so its symbol, U+2400, is stored instead
 */
public record FeedSummary(long fed, long known, long altered) {
  /**
   * Adds up two results.
   *
   * @param other another result
   * @return the sums
   */
  public FeedSummary plus(FeedSummary other) {
    return new FeedSummary(fed + other.fed, known + other.known, altered + other.altered);
  }

  @Override
  public String toString() {
    String text = fed + " events fed, " + known + " known already";
    return altered == 0 ? text : text + ", " + altered + " texts with NUL altered";
  }
}
