package io.flowgauge.activation;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The secret of a service, which consumers that come by TCP without TLS present. It is in a file
 * that only the owner of the service can read, because every user of a machine can connect to its
 * loopback addresses. Immutable and thread-safe.
 *
 * @param text hexadecimal digits
 */
record AccessToken(String text) {
  private static final int BYTES = 16;
  private static final String FORM = "[0-9a-f]{" + 2 * BYTES + "}";

  /** The token in a file, which is written if it holds none. */
  static AccessToken in(Path file) throws IOException {
    try {
      return read(file);
    } catch (NoSuchFileException | IllegalArgumentException e) {
      return create(file);
    }
  }

  /**
   * Reads a token.
   *
   * @throws IllegalArgumentException if the file holds something else
   */
  static AccessToken read(Path file) throws IOException {
    String text = Files.readString(file, US_ASCII).strip();
    if (!text.matches(FORM)) {
      throw new IllegalArgumentException(
          file + ": expected the token of a service, " + 2 * BYTES + " hexadecimal digits");
    }
    return new AccessToken(text);
  }

  /** Whole or not at all: a service may be killed meanwhile. */
  private static AccessToken create(Path file) throws IOException {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    AccessToken token = new AccessToken(HexFormat.of().formatHex(secret));
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.deleteIfExists(part);
    Files.createFile(part, ownerOnly());
    Files.writeString(part, token.text() + "\n", US_ASCII);
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return token;
  }

  private static FileAttribute<?>[] ownerOnly() {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /** Takes as long whatever is wrong with the other. */
  boolean matches(String other) {
    return MessageDigest.isEqual(text.getBytes(US_ASCII), other.getBytes(US_ASCII));
  }

  @Override
  public String toString() {
    return "AccessToken";
  }
}
