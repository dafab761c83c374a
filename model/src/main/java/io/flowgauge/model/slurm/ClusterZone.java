package io.flowgauge.model.slurm;

import io.flowgauge.trace.Times;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Finds how far the cluster's local time, which Slurm writes without zone, is ahead of UTC: from
 * submissions of which the time in UTC is known as well. The multiple of a quarter of an hour that
 * two thirds of them give, to a minute, is it; else nothing is known. Not thread-safe.
 */
final class ClusterZone {
  private static final long STEP = 15 * 60 * Times.NANOS_PER_SECOND;
  private static final long TOLERANCE = 60 * Times.NANOS_PER_SECOND;

  /** No zone is farther from UTC. */
  private static final long MAX_OFFSET = 15 * 3600 * Times.NANOS_PER_SECOND;

  private final Map<Long, Integer> votes = new HashMap<>();
  private int compared;

  /** Adds a submission: when Slurm says it was, and when it was in UTC. */
  void add(long local, long utc) {
    if (!JobRecord.known(local)) {
      return;
    }
    compared++;
    long offset = Math.floorDiv(local - utc + STEP / 2, STEP) * STEP;
    if (Math.abs(offset) <= MAX_OFFSET && agrees(local, utc, offset)) {
      votes.merge(offset, 1, Integer::sum);
    }
  }

  /** Whether a submission fits an offset. */
  static boolean agrees(long local, long utc, long offset) {
    return Math.abs(local - utc - offset) <= TOLERANCE;
  }

  /** Number of submissions that were compared. */
  int compared() {
    return compared;
  }

  /** Nanoseconds to subtract from local times; empty where the submissions do not agree. */
  OptionalLong offset() {
    return votes.entrySet().stream()
        .filter(vote -> 3L * vote.getValue() >= 2L * compared)
        .mapToLong(Map.Entry::getKey)
        .findFirst();
  }

  /** An offset in words, as {@code +02:00}. */
  static String shown(long offset) {
    long minutes = Math.abs(offset) / (60 * Times.NANOS_PER_SECOND);
    String sign = offset < 0 ? "-" : "+";
    return String.format(Locale.ROOT, "%s%02d:%02d", sign, minutes / 60, minutes % 60);
  }
}
