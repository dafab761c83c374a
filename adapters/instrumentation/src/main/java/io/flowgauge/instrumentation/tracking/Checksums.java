package io.flowgauge.instrumentation.tracking;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the SHA-256 of files, and reads a file again only after it has changed. Not thread-safe.
 */
final class Checksums {
  private static final int KEPT = 1000;
  private static final int PART = 1 << 16;

  private final Map<Version, String> known =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Version, String> eldest) {
          return size() > KEPT;
        }
      };

  /** Identifies the content of a file at one time. */
  private record Version(Object key, long size, FileTime modified) {}

  /** Returns the checksum in lower-case hexadecimal; empty if the file cannot be read. */
  Optional<String> of(Path file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (attributes.fileKey() == null) {
        return Optional.of(sum(file));
      }
      Version version =
          new Version(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime());
      String sum = known.get(version);
      if (sum == null) {
        sum = sum(file);
        known.put(version, sum);
      }
      return Optional.of(sum);
    } catch (IOException | SecurityException e) {
      return Optional.empty();
    }
  }

  private static String sum(Path file) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] part = new byte[PART];
      for (int read = in.read(part); read >= 0; read = in.read(part)) {
        digest.update(part, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
