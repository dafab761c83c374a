package io.flowgauge.cli.log;

import io.flowgauge.cli.Session;
import io.flowgauge.log.text.EventForm;
import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The log on standard input: text is read as it arrives, however slowly; a log that cannot be read
 * in one pass goes through a temporary file. Not thread-safe.
 */
final class StandardLog implements Closeable {
  private static final String NAME = "standard input";
  private static final int CHUNK = 8192;

  private final EventForm form;
  private final InputStream in;
  private final Optional<Path> copy;

  private StandardLog(EventForm form, InputStream in, Optional<Path> copy) {
    this.form = form;
    this.in = in;
    this.copy = copy;
  }

  static StandardLog of(InputStream standard, boolean isReadTwice) throws IOException {
    byte[] start = start(standard);
    EventForm form =
        start.length == 0
            ? EventForm.BP
            : EventForm.of(start)
                .orElseThrow(
                    () ->
                        new TraceFormatException(
                            NAME, "", "no line or block of one", LogFiles.EXPECTED));
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(start), standard);
    boolean isCopied = isReadTwice || form == EventForm.BINARY;
    return new StandardLog(form, all, isCopied ? Optional.of(copy(all)) : Optional.empty());
  }

  /** Reads until the form can be recognised. */
  private static byte[] start(InputStream standard) throws IOException {
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    int read = 0;
    while (read >= 0
        && start.size() < EventForm.START_BYTES
        && EventForm.of(start.toByteArray()).isEmpty()) {
      read = standard.read(chunk);
      start.write(chunk, 0, Math.max(read, 0));
    }
    return start.toByteArray();
  }

  private static Path copy(InputStream in) throws IOException {
    Path file = Files.createTempFile("flowgauge", ".log");
    Session.copy(in, file);
    return file;
  }

  /** The log, if it is text. */
  Optional<TextLog> text() {
    return form == EventForm.BINARY
        ? Optional.empty()
        : Optional.of(
            new TextLog(
                NAME, form, () -> copy.isPresent() ? Files.newInputStream(copy.get()) : in));
  }

  /** A file with the log, if it is binary. */
  Optional<Path> blocks() {
    return copy.filter(file -> form == EventForm.BINARY);
  }

  @Override
  public void close() throws IOException {
    if (copy.isPresent()) {
      Files.deleteIfExists(copy.get());
    }
  }
}
