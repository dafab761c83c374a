package io.flowgauge.traces.document;

import static io.flowgauge.traces.json.JsonPath.ROOT;
import static io.flowgauge.traces.json.JsonPath.member;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.traces.json.JsonCursor;
import io.flowgauge.traces.table.FixedDate;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** The times of one document, which all have the same form. Not thread-safe. */
final class DocumentTimes {
  private static final String TIME = "a time: seconds, or an ISO-8601 instant";

  /** How a document writes its times. */
  private enum Form {
    NUMBER("a number of seconds"),
    INSTANT("an instant with its zone"),
    LOCAL("a date and time without zone");

    private final String label;

    Form(String label) {
      this.label = label;
    }
  }

  private final JsonCursor json;
  private Form form;
  private String firstPath;
  private TimeBase stated;

  DocumentTimes(JsonCursor json) {
    this.json = json;
  }

  /** Reads a time. */
  long nanos() throws IOException {
    if (!json.isText()) {
      return require(Form.NUMBER, json.nanos(TIME));
    }
    String text = json.text();
    OptionalLong instant = FixedDate.utcNanos(text);
    if (instant.isPresent()) {
      return require(Form.INSTANT, instant.getAsLong());
    }
    try {
      return require(Form.INSTANT, epochNanos(OffsetDateTime.parse(text).toInstant()));
    } catch (DateTimeParseException e) {
      return local(text);
    }
  }

  private long local(String text) throws IOException {
    try {
      Instant shown = LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
      return require(Form.LOCAL, epochNanos(shown));
    } catch (DateTimeParseException e) {
      throw json.error(json.found(), TIME);
    }
  }

  private long epochNanos(Instant instant) throws IOException {
    try {
      return Times.epochNanos(instant);
    } catch (IllegalArgumentException e) {
      throw json.error(json.found(), "a time of the years 1678 to 2262");
    }
  }

  private long require(Form found, long nanos) throws IOException {
    if (form == null) {
      form = found;
      firstPath = json.path();
    } else if (form != found) {
      throw json.error(found.label + ", " + json.found(), form.label + ", as at " + firstPath);
    }
    return nanos;
  }

  /** Reads the time base the document states. */
  void readBase() throws IOException {
    String label = json.name(labels());
    for (TimeBase base : TimeBase.values()) {
      if (BasedTime.label(base).equals(label)) {
        stated = base;
        return;
      }
    }
    throw json.error(json.found(), labels());
  }

  private static String labels() {
    return Arrays.stream(TimeBase.values()).map(BasedTime::label).collect(Collectors.joining(", "));
  }

  /** Records the time base; called when the whole document has been read. */
  void finish(RunRecorder into) throws IOException {
    if (form != null && stated != null && (form == Form.NUMBER) != (stated == TimeBase.RELATIVE)) {
      throw json.error(
          member(ROOT, Keys.TIME_BASE),
          "\"" + BasedTime.label(stated) + "\" with " + form.label + " at " + firstPath,
          "relative with numbers of seconds, another base with instants");
    }
    if (form == Form.LOCAL && stated == null) {
      into.diagnostic(
          Diagnostic.warning(firstPath, "times have no zone: they are shown as if they were UTC"));
    }
    if (form != null || stated != null) {
      into.timeBase(stated != null ? stated : implied());
    }
  }

  private TimeBase implied() {
    return form == Form.NUMBER
        ? TimeBase.RELATIVE
        : form == Form.INSTANT ? TimeBase.UTC : TimeBase.UNKNOWN_ZONE;
  }
}
