package io.flowgauge.cli.log;

import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventForm;
import io.flowgauge.log.text.EventWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Creates writers of events, by form. */
final class LogOutput {
  private static final String FORMS = "binary, bp, csv, jsonl, ulm, xml";

  private LogOutput() {}

  /** Returns the requested form, or else the one implied by the name of the file. */
  static EventForm form(String asked, Path file) {
    if (asked != null) {
      return EventForm.labelled(asked.toLowerCase(Locale.ROOT))
          .orElseThrow(
              () ->
                  new WrongUsageException("there is no log format '" + asked + "', only " + FORMS));
    }
    return EventForm.named(file)
        .orElseThrow(
            () ->
                new WrongUsageException(
                    "the extension of "
                        + file
                        + " is not one of .nlb, .bp, .csv, .jsonl, .ulm, .xml; give --to FORMAT, one of "
                        + FORMS));
  }

  /** Returns the types of the events to come. */
  interface Types {
    Collection<EventSchema> all() throws IOException;
  }

  static EventWriter writer(EventForm form, OutputStream out, Types types) throws IOException {
    return switch (form) {
      case BINARY -> EventWriter.binary(out);
      case BP -> EventWriter.bp(out);
      case ULM -> EventWriter.ulm(out);
      case XML -> EventWriter.xml(out);
      case JSON_LINES -> EventWriter.jsonLines(out);
      case CSV -> EventWriter.csv(out, types.all());
    };
  }

  /**
   * Writes all events; returns their number.
   *
   * @param output name of the output, for the message about an event that the form cannot hold
   */
  static long writeAll(EventWriter writer, EventCursor events, String output) throws IOException {
    try {
      return writer.writeAll(events);
    } catch (IllegalArgumentException e) {
      throw new IOException(output + ": " + e.getMessage(), e);
    }
  }

  /** Whether the events are read twice, first to find their types. */
  static boolean needsTypes(Optional<EventForm> form) {
    return form.equals(Optional.of(EventForm.CSV));
  }
}
