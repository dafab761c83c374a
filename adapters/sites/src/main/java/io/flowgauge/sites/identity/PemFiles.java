package io.flowgauge.sites.identity;

import io.grpc.util.CertificateUtils;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/** Reads keys and certificates in PEM; errors name the file. Stateless. */
public final class PemFiles {
  private PemFiles() {}

  /**
   * Reads the certificates in a file.
   *
   * @return one or more
   * @throws IOException if the file cannot be read, or has no certificate
   */
  public static List<X509Certificate> certificates(Path file) throws IOException {
    try {
      List<X509Certificate> found = List.of(CertificateUtils.getX509Certificates(contents(file)));
      if (!found.isEmpty()) {
        return found;
      }
    } catch (GeneralSecurityException e) {
      throw malformed(file, "certificate, expected one or more in PEM", e);
    }
    throw malformed(file, "certificate, expected one or more in PEM", null);
  }

  /**
   * Reads the private key in a file.
   *
   * @throws IOException if the file cannot be read, or has no private key
   */
  public static PrivateKey key(Path file) throws IOException {
    try {
      return CertificateUtils.getPrivateKey(contents(file));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw malformed(file, "private key, expected one in PEM (PKCS #8, EC or RSA)", e);
    }
  }

  private static InputStream contents(Path file) throws IOException {
    try {
      return new ByteArrayInputStream(Files.readAllBytes(file));
    } catch (IOException e) {
      throw FileErrors.named(file, e);
    }
  }

  private static IOException malformed(Path file, String what, Exception cause) {
    IOException malformed =
        new FileSystemException(file.toString(), null, "found no usable " + what);
    malformed.initCause(cause);
    return malformed;
  }
}
