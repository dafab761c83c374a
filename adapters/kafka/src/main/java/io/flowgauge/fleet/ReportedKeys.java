package io.flowgauge.fleet;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The keys of the reports and alarms already published about the runs of a partition. The key of a
 * report is the id of the run; the key of an alarm is the id, a line feed, and what the alarm is
 * about. In an id, a line feed is written as {@code \n}, and a backslash as two. Not thread-safe.
 */
public final class ReportedKeys {
  private static final char SEPARATOR = '\n';

  /** How long a report is known: as long as the topic keeps it. */
  private static final long KEPT_NANOS = TimeUnit.DAYS.toNanos(30);

  private final LongSupplier clock;

  /** Keys of reports in the current period, and in the one before. */
  private Set<String> reports = new HashSet<>();

  private Set<String> earlier = new HashSet<>();
  private long since;

  private final Map<String, Set<String>> alarms = new HashMap<>();

  /** Creates an empty set of keys. */
  public ReportedKeys() {
    this(System::nanoTime);
  }

  ReportedKeys(LongSupplier clock) {
    this.clock = clock;
    since = clock.getAsLong();
  }

  /**
   * Adds a key that was noted earlier.
   *
   * @param key a key
   */
  public void add(String key) {
    int end = key.lastIndexOf(SEPARATOR);
    if (end < 0) {
      reports.add(key);
    } else {
      alarms.computeIfAbsent(key.substring(0, end), run -> new HashSet<>()).add(key);
    }
  }

  /**
   * Forgets a key.
   *
   * @param key a key
   */
  public void remove(String key) {
    int end = key.lastIndexOf(SEPARATOR);
    if (end < 0) {
      reports.remove(key);
      earlier.remove(key);
    } else {
      alarms.getOrDefault(key.substring(0, end), new HashSet<>()).remove(key);
    }
  }

  /** The key of a run's report. */
  static String key(String run) {
    return run.replace("\\", "\\\\").replace("\n", "\\n");
  }

  boolean hasReport(String run) {
    return reports.contains(key(run)) || earlier.contains(key(run));
  }

  /** Notes a report. Returns the keys of the run's alarms, which are no longer needed. */
  Set<String> report(String run) {
    forgetReports();
    reports.add(key(run));
    Set<String> over = alarms.remove(key(run));
    return over == null ? Set.of() : over;
  }

  private void forgetReports() {
    if (clock.getAsLong() - since > KEPT_NANOS) {
      earlier = reports;
      reports = new HashSet<>();
      since = clock.getAsLong();
    }
  }

  /** Notes an alarm; returns its key if it is new. */
  Optional<String> alarm(String run, String about) {
    String key = key(run) + SEPARATOR + about.replace(SEPARATOR, ' ');
    boolean isNew = alarms.computeIfAbsent(key(run), id -> new HashSet<>()).add(key);
    return isNew ? Optional.of(key) : Optional.empty();
  }
}
