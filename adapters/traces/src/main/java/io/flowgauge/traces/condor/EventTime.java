package io.flowgauge.traces.condor;

import io.flowgauge.trace.Times;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times of a user log: {@code MM/DD HH:MM:SS} in older ones, {@code YYYY-MM-DD HH:MM:SS} with or
 * without fraction and zone in others. Not thread-safe.
 */
final class EventTime {
  /** The part between the number of the job and the text of an event. */
  static final String PATTERN =
      "(?:\\d{1,2}/\\d{1,2} |\\d{4}-\\d{2}-\\d{2}[ T])\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?"
          + "(?:Z|[+-]\\d{2}:?\\d{2})?";

  private static final Pattern OLD = Pattern.compile("(\\d{1,2})/(\\d{1,2}) (\\S+)");
  private static final Pattern ZONED = Pattern.compile("(.*\\d)(?:(Z)|([+-]\\d{2}):?(\\d{2}))");

  private int year;
  private int month;
  private boolean metUnknownZone;
  private boolean metUnknownYear;

  /**
   * Of a log.
   *
   * @param year that of its first event, where times do not tell it
   */
  EventTime(int year) {
    this.year = year;
  }

  /** Whether a time had no zone. */
  boolean metUnknownZone() {
    return metUnknownZone;
  }

  /** Whether a time had no year. */
  boolean metUnknownYear() {
    return metUnknownYear;
  }

  /** Nanoseconds, as if the zone were UTC where there is none; empty for no time. */
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

  /** Events follow one another: an earlier month by half a year is one of the next year. */
  private LocalDateTime withoutYear(Matcher old) {
    metUnknownYear = true;
    int next = Integer.parseInt(old.group(1));
    year += next < month - 6 ? 1 : 0;
    month = next;
    LocalDate date = LocalDate.of(year, next, Integer.parseInt(old.group(2)));
    return LocalDateTime.of(date, LocalTime.parse(old.group(3)));
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
