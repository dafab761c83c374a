package io.flowgauge.cli.log;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventForm;
import io.flowgauge.log.text.EventReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.function.Consumer;

/** A log in a text form. */
record TextLog(String name, EventForm form, Bytes bytes) {
  /** Opens an input. */
  interface Bytes {
    InputStream open() throws IOException;
  }

  /**
   * Its events, while it is open.
   *
   * @param cursor cursor before the first event
   * @param in input from which they are read
   */
  record Events(EventCursor cursor, InputStream in) implements Closeable {
    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  static TextLog of(LogFiles.LogFile file) {
    return new TextLog(
        file.path().toString(), file.form(), () -> Files.newInputStream(file.path()));
  }

  /**
   * Opens the log to read its events.
   *
   * @param problems receives a message about everything that is not an event
   */
  Events open(Consumer<String> problems) throws IOException {
    InputStream in = bytes.open();
    try {
      return new Events(new TolerantCursor(cursor(in), form != EventForm.XML, problems), in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private EventCursor cursor(InputStream in) throws IOException {
    return switch (form) {
      case BP -> EventReader.bp(in, name);
      case ULM -> EventReader.ulm(in, name);
      case XML -> EventReader.xml(in, name);
      default -> throw new IllegalStateException("form " + form + " is not read as text");
    };
  }
}
