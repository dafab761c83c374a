package io.flowgauge.sites.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.activation.collect.NamedFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Map;
import java.util.Set;

/**
 * The grants and refusals of a service: a file of JSON lines, readable by its owner alone, that is
 * only appended to. If it is moved or deleted, a new one takes its place. Thread-safe.
 */
public final class AuditLog implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(AuditLog.class.getName());
  private static final JsonFactory JSON = new JsonFactory();
  private static final int LONGEST = 500;

  private final Path file;
  private final NamedFile open;
  private final Clock clock;

  /**
   * Whether the last line was cut off, for example by a full disk; then the next one begins with a
   * line break.
   */
  private boolean isTorn;

  private AuditLog(Path file, NamedFile open, Clock clock, boolean isTorn) {
    this.file = file;
    this.open = open;
    this.clock = clock;
    this.isTorn = isTorn;
  }

  /**
   * Opens a log for appending.
   *
   * @throws IOException if it cannot be written
   */
  public static AuditLog open(Path file, Clock clock) throws IOException {
    NamedFile open =
        new NamedFile(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      return new AuditLog(file, open, clock, isTorn(file));
    } catch (IOException e) {
      open.close();
      throw e;
    }
  }

  private static boolean isTorn(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      return false;
    }
    // Not read through a channel, because an interrupt would close it.
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.max(0, in.length() - 1));
      int last = in.read();
      return last >= 0 && last != '\n';
    }
  }

  /**
   * Notes a grant before it takes effect.
   *
   * @throws IOException if it cannot be noted; then nothing may be granted
   */
  public void granted(Map<String, String> facts) throws IOException {
    write("granted", facts);
  }

  /** Notes a refusal. */
  public void refused(Map<String, String> facts) {
    try {
      write("refused", facts);
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.WARNING, "cannot record a refusal in " + file, e);
    }
  }

  private synchronized void write(String decision, Map<String, String> facts) throws IOException {
    if (open.reopenIfReplaced()) {
      isTorn = isTorn(file);
    }
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    if (isTorn) {
      line.write('\n');
    }
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      json.writeStringField("time", clock.instant().toString());
      json.writeStringField("decision", decision);
      for (Map.Entry<String, String> fact : facts.entrySet()) {
        String value = fact.getValue();
        json.writeStringField(
            fact.getKey(), value.length() > LONGEST ? value.substring(0, LONGEST) + "…" : value);
      }
      json.writeEndObject();
    }
    line.write('\n');
    ByteBuffer bytes = ByteBuffer.wrap(line.toByteArray());
    try {
      while (bytes.hasRemaining()) {
        open.channel().write(bytes);
      }
    } finally {
      isTorn = bytes.hasRemaining() && (isTorn || bytes.position() > 0);
    }
  }

  @Override
  public void close() {
    try {
      open.close();
    } catch (IOException e) {
      LOGGER.log(System.Logger.Level.WARNING, "cannot close " + file, e);
    }
  }
}
