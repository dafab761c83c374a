package io.flowgauge.archive;

/**
 * What a feeding did. Immutable and thread-safe.
 *
 * @param fed events that became rows
 * @param known events that were rows already
 * @param altered texts that the database could not hold as they are: PostgreSQL refuses the
 *     character NUL, in whose place U+2400, its picture, is stored
 */
public record FeedSummary(long fed, long known, long altered) {
  /**
   * Both together.
   *
   * @param other another feeding
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
