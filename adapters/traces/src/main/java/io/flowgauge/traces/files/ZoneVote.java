package io.flowgauge.traces.files;

import io.flowgauge.trace.Times;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Finds how far local times without zone are ahead of UTC: from moments of which the time in UTC is
 * known as well. The multiple of a quarter of an hour that two thirds of them give, to a minute, is
 * it; else nothing is known. Not thread-safe.
 */
public final class ZoneVote {
  private static final long STEP = 15 * 60 * Times.NANOS_PER_SECOND;
  private static final long TOLERANCE = 60 * Times.NANOS_PER_SECOND;

  /** Greatest distance of a zone from UTC. */
  private static final long MAX_OFFSET = 15 * 3600 * Times.NANOS_PER_SECOND;

  private final Map<Long, Integer> votes = new HashMap<>();
  private int compared;

  /** Nothing compared so far. */
  public ZoneVote() {}

  /**
   * Adds a moment.
   *
   * @param local when it was in local time, in nanoseconds as if that were UTC
   * @param utc when it was in UTC, in epoch nanoseconds
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
   * @param local when it was in local time
   * @param utc when it was in UTC
   * @param offset nanoseconds that local time is ahead
   * @return true if they agree to a minute
   */
  public static boolean agrees(long local, long utc, long offset) {
    return Math.abs(local - utc - offset) <= TOLERANCE;
  }

  /** Number of moments that were compared. */
  public int compared() {
    return compared;
  }

  /**
   * How far local time is ahead: nanoseconds to subtract from local times; empty where the moments
   * do not agree.
   */
  public OptionalLong offset() {
    return votes.entrySet().stream()
        .filter(vote -> 3L * vote.getValue() >= 2L * compared)
        .mapToLong(Map.Entry::getKey)
        .findFirst();
  }

  /**
   * An offset in words.
   *
   * @param offset nanoseconds
   * @return a text as {@code +02:00}
   */
  public static String shown(long offset) {
    long minutes = Math.abs(offset) / (60 * Times.NANOS_PER_SECOND);
    String sign = offset < 0 ? "-" : "+";
    return String.format(Locale.ROOT, "%s%02d:%02d", sign, minutes / 60, minutes % 60);
  }
}
