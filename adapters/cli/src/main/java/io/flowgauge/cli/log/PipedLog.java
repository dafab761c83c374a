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
 * The log on standard input or in another pipe: text is read as it arrives, however slowly; a log
 * that cannot be read in one pass is first copied to a temporary file. Not thread-safe.
 */
final class PipedLog implements Closeable {
  private static final int CHUNK = 8192;

  private final String name;
  private final EventForm form;
  private final InputStream in;
  private final Optional<Path> copy;

  private PipedLog(String name, EventForm form, InputStream in, Optional<Path> copy) {
    this.name = name;
    this.form = form;
    this.in = in;
    this.copy = copy;
  }

  /** Whether a file can be read only once, from beginning to end. */
  static boolean isAt(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
  }

  /** Returns the log in an input, which this does not close. */
  static PipedLog of(String name, InputStream pipe, boolean isReadTwice) throws IOException {
    byte[] start = start(pipe);
    EventForm form =
        start.length == 0
            ? EventForm.BP
            : EventForm.of(start)
                .orElseThrow(
                    () ->
                        new TraceFormatException(
                            name, "", "no line or block of an event log", LogFiles.EXPECTED));
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(start), pipe);
    boolean isCopied = isReadTwice || form == EventForm.BINARY;
    return new PipedLog(
        name, form, all, isCopied ? Optional.of(copy(name, all)) : Optional.empty());
  }

  /** Reads until the form can be recognised. */
  private static byte[] start(InputStream pipe) throws IOException {
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    byte[] chunk = new byte[CHUNK];
    int read = 0;
    while (read >= 0
        && start.size() < EventForm.START_BYTES
        && EventForm.of(start.toByteArray()).isEmpty()) {
      read = pipe.read(chunk);
      start.write(chunk, 0, Math.max(read, 0));
    }
    return start.toByteArray();
  }

  private static Path copy(String name, InputStream in) throws IOException {
    Path file = Files.createTempFile("flowgauge", ".log");
    Session.copy(name, in, file);
    return file;
  }

  /** Returns the log if it is text. */
  Optional<TextLog> text() {
    return form == EventForm.BINARY
        ? Optional.empty()
        : Optional.of(
            new TextLog(
                name, form, () -> copy.isPresent() ? Files.newInputStream(copy.get()) : in));
  }

  /** Returns a file with the log if it is binary. */
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
