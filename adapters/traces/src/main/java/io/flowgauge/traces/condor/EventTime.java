package io.flowgauge.traces.condor;

import io.flowgauge.trace.Times;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times of a user log: {@code MM/DD HH:MM:SS} in old logs, {@code YYYY-MM-DD HH:MM:SS} with or
 * without fraction and zone in newer ones. Not thread-safe.
 */
final class EventTime {
  /** Matches the time between the job number and the text of an event. */
  static final String PATTERN =
      "(?:\\d{1,2}/\\d{1,2} |\\d{4}-\\d{2}-\\d{2}[ T])\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?"
          + "(?:Z|[+-]\\d{2}:?\\d{2})?";

  private static final Pattern OLD = Pattern.compile("(\\d{1,2})/(\\d{1,2}) (\\S+)");
  private static final Pattern ZONED = Pattern.compile("(.*\\d)(?:(Z)|([+-]\\d{2}):?(\\d{2}))");

  private static final LocalDateTime NEVER = LocalDateTime.of(0, 1, 1, 0, 0);

  /** Upper bound of the first time without a year. */
  private final LocalDateTime latest;

  private int year;
  private int month;
  private boolean metUnknownZone;
  private boolean metUnknownYear;

  private EventTime(LocalDateTime latest) {
    this.latest = latest;
  }

  /**
   * Returns a reader of the times of a log that last changed at the given time, and whose times may
   * lack the year.
   */
  static EventTime before(Instant lastChange) {
    // One day of tolerance, because the zone of the times is not known.
    return new EventTime(LocalDateTime.ofInstant(lastChange, ZoneOffset.UTC).plusDays(1));
  }

  /** Returns a reader of the times of a log, all of which have a year. */
  static EventTime withYears() {
    return new EventTime(NEVER);
  }

  /** Whether any time had no zone. */
  boolean metUnknownZone() {
    return metUnknownZone;
  }

  /** Whether any time had no year. */
  boolean metUnknownYear() {
    return metUnknownYear;
  }

  /**
   * Returns epoch nanoseconds, taken as UTC if there is no zone; empty if the text is not a time.
   */
  OptionalLong nanos(String text) {
    try {
      Matcher old = OLD.matcher(text);
      Matcher zoned = ZONED.matcher(text);
      if (old.matches()) {
        return of(withoutYear(old));
      }
      String iso = (zoned.matches() ? zoned.group(1) : text).replace(' ', 'T');
      LocalDateTime local = LocalDateTime.parse(iso);
      return zoned.matches() ? of(local, zoned) : of(local);
    } catch (DateTimeException | IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }

  /**
   * Completes a time: events are in order, so a month more than half a year earlier belongs to the
   * next year.
   */
  private LocalDateTime withoutYear(Matcher old) {
    MonthDay day = MonthDay.of(Integer.parseInt(old.group(1)), Integer.parseInt(old.group(2)));
    LocalTime time = LocalTime.parse(old.group(3));
    int next = day.getMonthValue();
    year = metUnknownYear ? year + (next < month - 6 ? 1 : 0) : firstYear(day, time);
    metUnknownYear = true;
    month = next;
    return LocalDateTime.of(LocalDate.of(year, next, day.getDayOfMonth()), time);
  }

  private int firstYear(MonthDay day, LocalTime time) {
    int first = latest.getYear();
    while (!day.isValidYear(first) || day.atYear(first).atTime(time).isAfter(latest)) {
      first--;
    }
    return first;
  }

  private OptionalLong of(LocalDateTime local) {
    metUnknownZone = true;
    return OptionalLong.of(Times.epochNanos(local.toInstant(ZoneOffset.UTC)));
  }

  private static OptionalLong of(LocalDateTime local, Matcher zoned) {
    ZoneOffset offset =
        zoned.group(2) != null
            ? ZoneOffset.UTC
            : ZoneOffset.of(zoned.group(3) + ":" + zoned.group(4));
    return OptionalLong.of(Times.epochNanos(OffsetDateTime.of(local, offset).toInstant()));
  }
}
