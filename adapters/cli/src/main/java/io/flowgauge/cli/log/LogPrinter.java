package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.log.text.EventForm;
import io.flowgauge.log.text.EventWriter;
import java.io.IOException;
import java.util.Optional;

/** Creates writers of events to standard output. */
final class LogPrinter {
  static final String TEXT = "text";

  private LogPrinter() {}

  /** Returns a form, or empty for text for people. */
  static Optional<EventForm> form(String format) {
    if (format.equals(TEXT)) {
      return Optional.empty();
    }
    return Optional.of(
        EventForm.labelled(format)
            .filter(form -> form != EventForm.BINARY)
            .orElseThrow(
                () ->
                    new WrongUsageException(
                        "there is no format '"
                            + format
                            + "' to print, only bp, csv, jsonl, text, ulm, xml")));
  }

  static EventWriter writer(Optional<EventForm> form, Session session, LogOutput.Types types)
      throws IOException {
    return form.isEmpty()
        ? new PlainEventWriter(session.text())
        : LogOutput.writer(form.get(), session.bytes(), types);
  }
}
