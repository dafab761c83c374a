package io.flowgauge.store.document;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.RunWriter;
import io.flowgauge.trace.Times;
import io.flowgauge.trace.TraceFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The run document of a run, with a hash of its content. Immutable and thread-safe. */
public final class RunDocument {
  private static final String FORMAT = "run-document";

  private static final int GZIP = GZIPInputStream.GZIP_MAGIC & 0xFF;

  private final byte[] json;
  private final String hash;

  private RunDocument(byte[] json, String hash) {
    this.json = json;
    this.hash = hash;
  }

  /** Writes the document of a run. Equal runs have equal documents, so equal hashes. */
  public static RunDocument of(WorkflowRun run) throws IOException {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    writer().write(run, json);
    MessageDigest digest = sha256();
    digest.update(json.toByteArray());
    // The only part of a run that its document does not hold.
    digest.update(("t_now " + now(run)).getBytes(US_ASCII));
    return new RunDocument(json.toByteArray(), HexFormat.of().formatHex(digest.digest()));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has it", e);
    }
  }

  /** Returns the document as JSON text. */
  public String json() {
    return new String(json, UTF_8);
  }

  /** Returns the document, compressed by gzip. */
  public byte[] compressed() throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(compressed)) {
      out.write(json);
    }
    return compressed.toByteArray();
  }

  /** A hash of the document and of the moment up to which the run is known. */
  public String hash() {
    return hash;
  }

  static OptionalLong now(WorkflowRun run) {
    return run.isFinished() ? OptionalLong.empty() : run.endNanos();
  }

  /**
   * Restores a run. Readers need a file, so this writes one that only this user can read.
   *
   * @param bytes its document, compressed by gzip or plain
   * @param now the moment up to which an unfinished run is known
   */
  public static WorkflowRun read(byte[] bytes, String name, OptionalLong now) throws IOException {
    Path folder = Files.createTempDirectory("flowgauge-run");
    Path file = folder.resolve("run.json");
    try (InputStream in = decompress(bytes)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      RunRecorder recorder = Flowgauge.recorder(name);
      reader().read(new TraceFile(file, ""), List.of(), recorder);
      return now.isPresent()
          ? recorder.snapshot(Times.instant(now.getAsLong()))
          : recorder.snapshot();
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
    }
  }

  private static InputStream decompress(byte[] bytes) throws IOException {
    InputStream in = new ByteArrayInputStream(bytes);
    return bytes.length > 0 && (bytes[0] & 0xFF) == GZIP ? new GZIPInputStream(in) : in;
  }

  private static RunWriter writer() {
    return ServiceLoader.load(RunWriter.class, RunDocument.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(writer -> writer.format().equals(FORMAT))
        .findFirst()
        .orElseThrow(RunDocument::missing);
  }

  private static RunReader reader() {
    return ServiceLoader.load(RunReader.class, RunDocument.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(reader -> reader.format().equals(FORMAT))
        .findFirst()
        .orElseThrow(RunDocument::missing);
  }

  private static IllegalStateException missing() {
    return new IllegalStateException(
        "the format "
            + FORMAT
            + " is missing: put flowgauge-traces on the class path or module path");
  }
}
