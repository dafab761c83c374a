package io.flowgauge.traces.files;

import io.flowgauge.trace.Times;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Determines how far local times without zone are ahead of UTC, from moments whose time in UTC is
 * also known. The result is the multiple of a quarter of an hour that two thirds of them support,
 * to within a minute; otherwise it is unknown. Not thread-safe.
 */
public final class ZoneVote {
  private static final long STEP = 15 * 60 * Times.NANOS_PER_SECOND;
  private static final long TOLERANCE = 60 * Times.NANOS_PER_SECOND;

  /** Maximum offset of a zone from UTC. */
  private static final long MAX_OFFSET = 15 * 3600 * Times.NANOS_PER_SECOND;

  private final Map<Long, Integer> votes = new HashMap<>();
  private int compared;

  /** Creates a vote without moments. */
  public ZoneVote() {}

  /**
   * Adds a moment.
   *
   * @param local its local time, in nanoseconds as if that were UTC
   * @param utc its time in UTC, in epoch nanoseconds
   */
  public void add(long local, long utc) {
    compared++;
    long offset = Math.floorDiv(local - utc + STEP / 2, STEP) * STEP;
    if (Math.abs(offset) <= MAX_OFFSET && agrees(local, utc, offset)) {
      votes.merge(offset, 1, Integer::sum);
    }
  }

  /**
   * Whether a moment fits an offset.
   *
   * @param local its local time
   * @param utc its time in UTC
   * @param offset nanoseconds by which local time is ahead
   * @return true if they agree to within a minute
   */
  public static boolean agrees(long local, long utc, long offset) {
    return Math.abs(local - utc - offset) <= TOLERANCE;
  }

  /** Returns the number of moments added. */
  public int compared() {
    return compared;
  }

  /**
   * Returns how far local time is ahead: nanoseconds to subtract from local times; empty if the
   * moments do not agree.
   */
  public OptionalLong offset() {
    return votes.entrySet().stream()
        .filter(vote -> 3L * vote.getValue() >= 2L * compared)
        .mapToLong(Map.Entry::getKey)
        .findFirst();
  }

  /**
   * Formats an offset.
   *
   * @param offset nanoseconds
   * @return a text such as {@code +02:00}
   */
  public static String shown(long offset) {
    long minutes = Math.abs(offset) / (60 * Times.NANOS_PER_SECOND);
    String sign = offset < 0 ? "-" : "+";
    return String.format(Locale.ROOT, "%s%02d:%02d", sign, minutes / 60, minutes % 60);
  }
}
