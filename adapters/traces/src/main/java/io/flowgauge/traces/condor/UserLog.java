package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the events of a text user log one by one: a line with number, job and time, lines of
 * details, and a line of three dots. Not thread-safe.
 */
final class UserLog {
  private static final Pattern HEADER =
      Pattern.compile(
          "(\\d{3}) \\((-?\\d{1,10})\\.(-?\\d{1,10})\\.(-?\\d{1,10})\\) ("
              + EventTime.PATTERN
              + ") ?(.*)");
  private static final String END = "...";
  private static final int LINES_TO_LOOK_AT = 3;

  /** Maximum number of detail lines of an event; HTCondor writes no more. */
  private static final int MAX_BODY = 1_000;

  private final Remarks remarks;
  private final EventTime times;
  private final Consumer<UserLogEvent> consumer;
  private Matcher header;
  private String where = "";
  private List<String> body = new ArrayList<>();

  private UserLog(TraceFile file, Remarks remarks, Consumer<UserLogEvent> consumer)
      throws IOException {
    this.remarks = remarks;
    this.consumer = consumer;
    this.times = EventTime.before(Files.getLastModifiedTime(file.path()).toInstant());
  }

  static boolean matches(TraceFile file) {
    return file.head()
        .lines()
        .limit(LINES_TO_LOOK_AT)
        .anyMatch(line -> HEADER.matcher(line).matches());
  }

  /**
   * Reads all events.
   *
   * @param remarks receives anything unusual
   * @param consumer receives the events in the order of the file
   */
  static boolean read(TraceFile file, Remarks remarks, Consumer<UserLogEvent> consumer)
      throws IOException {
    UserLog log = new UserLog(file, remarks, consumer);
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        log.line(lines.text(), file.fileName() + " line " + lines.number());
      }
    }
    log.endOfFile();
    if (log.times.metUnknownYear()) {
      remarks.warn(
          "times without a year: the first is assumed to lie in the year before the file's last change",
          file.fileName());
    }
    return log.times.metUnknownZone();
  }

  private void line(String text, String place) {
    Matcher matcher = HEADER.matcher(text);
    if (matcher.matches()) {
      if (header != null) {
        remarks.warn("events without their end, used as far as they go", where);
        event();
      }
      header = matcher;
      where = place;
    } else if (text.strip().equals(END)) {
      event();
    } else if (header == null && !text.isBlank()) {
      remarks.error("lines that belong to no event, left out", place);
    } else if (body.size() < MAX_BODY) {
      body.add(text.strip());
    }
  }

  private void endOfFile() {
    if (header != null) {
      remarks.warn("events cut off at the end of the file, used as far as they go", where);
      event();
    }
  }

  private void event() {
    if (header == null) {
      return;
    }
    OptionalLong nanos = times.nanos(header.group(5));
    if (nanos.isEmpty()) {
      remarks.error("events without a readable time, left out", where);
    } else {
      consumer.accept(
          new UserLogEvent(
              Integer.parseInt(header.group(1)),
              Long.parseLong(header.group(2)),
              Long.parseLong(header.group(3)),
              Long.parseLong(header.group(4)),
              nanos.getAsLong(),
              EventText.values(header.group(6), body),
              where));
    }
    header = null;
    body = new ArrayList<>();
  }
}
