package io.flowgauge.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

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
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** The run document of a run, compressed, with a hash of its content. */
final class RunDocument {
  private static final String FORMAT = "run-document";

  private final byte[] bytes;
  private final String hash;

  private RunDocument(byte[] bytes, String hash) {
    this.bytes = bytes;
    this.hash = hash;
  }

  /** Equal runs have equal documents, so equal hashes. */
  static RunDocument of(WorkflowRun run) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    MessageDigest digest = sha256();
    try (OutputStream out = new DigestOutputStream(new GZIPOutputStream(compressed), digest)) {
      writer().write(run, out);
    }
    // The only thing that a document does not hold.
    digest.update(("t_now " + now(run)).getBytes(US_ASCII));
    return new RunDocument(compressed.toByteArray(), HexFormat.of().formatHex(digest.digest()));
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has it", e);
    }
  }

  byte[] bytes() {
    return bytes;
  }

  String hash() {
    return hash;
  }

  /** The moment up to which an unfinished run is known. */
  static OptionalLong now(WorkflowRun run) {
    return run.isFinished() ? OptionalLong.empty() : run.endNanos();
  }

  /** Restores the run. Readers need a file, so this writes one that only we can read. */
  static WorkflowRun read(byte[] bytes, String name, OptionalLong now) throws IOException {
    Path folder = Files.createTempDirectory("flowgauge-run");
    Path file = folder.resolve("run.json");
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
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
        FORMAT + " is missing: put flowgauge-traces on the class path or module path");
  }
}
