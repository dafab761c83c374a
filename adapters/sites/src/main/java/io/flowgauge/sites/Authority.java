package io.flowgauge.sites;

import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.SpiffeId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Objects;

/**
 * A small certificate authority for a laboratory. It issues certificates to users, nodes, sites and
 * hubs, which trust one another through the authority's own certificate. Its folder holds {@code
 * authority.pem} and {@code authority-key.pem}; keep the key from everybody else.
 *
 * <pre>{@code
 * Authority authority = Authority.create(Path.of("authority"), "lab");
 * authority.issue("user/alice", Path.of("alice"), Duration.ofDays(90));
 * authority.issue("node/siteA/node1", Path.of("node1"), Duration.ofDays(90));
 * }</pre>
 *
 * Not thread-safe.
 */
public final class Authority {
  private static final String KEY = "authority-key.pem";
  private static final Duration VALIDITY = Duration.ofDays(3650);

  private final Path folder;
  private final CertificateMaker maker;

  private Authority(Path folder, CertificateMaker maker) {
    this.folder = folder;
    this.maker = maker;
  }

  /**
   * Creates an authority.
   *
   * @param folder receives its key and certificate; created if missing
   * @param laboratory the name that all identities begin with
   * @return the authority
   * @throws IOException if the folder already has an authority, or cannot be written
   * @throws IllegalArgumentException if the name is not of 1 to 64 letters, digits, dots, hyphens
   *     and underscores, beginning with a letter or digit
   */
  public static Authority create(Path folder, String laboratory) throws IOException {
    checkLaboratory(laboratory);
    try {
      CertificateMaker maker = CertificateMaker.create(laboratory, VALIDITY);
      Files.createDirectories(folder);
      writeSecret(folder.resolve(KEY), maker.keyPem());
      write(folder.resolve(Credentials.AUTHORITY), maker.certificatePem());
      return new Authority(folder, maker);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java cannot create keys: " + e.getMessage(), e);
    }
  }

  private static void checkLaboratory(String name) {
    try {
      SpiffeId unused = SpiffeId.parse("spiffe://" + name + "/user/any");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "laboratory must be 1 to 64 letters, digits, dots, hyphens and underscores, beginning with"
              + " a letter or digit, but is '"
              + name
              + "'",
          e);
    }
  }

  /**
   * Reads an authority.
   *
   * @param folder a folder that {@link #create} wrote
   * @return the authority
   * @throws IOException if a file cannot be read, or is not a file of an authority
   */
  public static Authority open(Path folder) throws IOException {
    return new Authority(
        folder, CertificateMaker.of(folder.resolve(KEY), folder.resolve(Credentials.AUTHORITY)));
  }

  /**
   * Checks the name of a future identity, for example before an authority is created for it.
   *
   * @param name {@code user/NAME}, {@code node/SITE/NODE}, {@code site/SITE} or {@code hub/HUB}
   * @throws IllegalArgumentException if it is malformed
   */
  public static void checkName(String name) {
    try {
      SpiffeId unused = SpiffeId.parse("spiffe://any/" + name);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "name must be user/NAME, node/SITE/NODE, site/SITE or hub/HUB, of letters, digits, dots,"
              + " hyphens and underscores, but is '"
              + name
              + "'",
          e);
    }
  }

  /**
   * Issues a new key and its certificate. They replace earlier ones of the same name.
   *
   * @param name {@code user/NAME}, {@code node/SITE/NODE}, {@code site/SITE} or {@code hub/HUB}
   * @param identity folder that receives {@code key.pem}, {@code certificate.pem} and {@code
   *     authority.pem}; created if missing
   * @param validity how long the certificate is valid, at most as long as the authority's
   * @return the identity, such as {@code spiffe://lab/user/alice}
   * @throws IOException if the folder cannot be written, or holds another identity
   * @throws IllegalArgumentException if the name is malformed, or the validity is not positive
   */
  public String issue(String name, Path identity, Duration validity) throws IOException {
    Objects.requireNonNull(validity, "validity");
    checkName(name);
    SpiffeId id = SpiffeId.parse("spiffe://" + maker.laboratory() + "/" + name);
    if (validity.isNegative() || validity.isZero()) {
      throw new IllegalArgumentException("validity must be more than 0, but is " + validity);
    }
    try {
      CertificateMaker.Issued issued = maker.issue(id, validity);
      requireSameIdentity(identity, id);
      Files.createDirectories(identity);
      replaceSecret(identity.resolve(Credentials.KEY), issued.keyPem());
      write(identity.resolve(Credentials.CERTIFICATE), issued.certificatePem());
      write(identity.resolve(Credentials.AUTHORITY), maker.certificatePem());
      return id.toString();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Java cannot create certificates: " + e.getMessage(), e);
    }
  }

  /**
   * Refuses a folder that holds another identity's certificate. A file that is not a certificate is
   * replaced.
   */
  private static void requireSameIdentity(Path identity, SpiffeId id) throws IOException {
    Path file = identity.resolve(Credentials.CERTIFICATE);
    if (!Files.exists(file)) {
      return;
    }
    SpiffeId kept;
    try (InputStream in = Files.newInputStream(file)) {
      CertificateFactory certificates = CertificateFactory.getInstance("X.509");
      kept = SpiffeId.of((X509Certificate) certificates.generateCertificate(in));
    } catch (CertificateException | IllegalArgumentException e) {
      return;
    }
    if (!kept.equals(id)) {
      throw new FileAlreadyExistsException(
          identity.toString(),
          null,
          "holds the identity " + kept + "; choose another folder for " + id);
    }
  }

  private static void replaceSecret(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    writeSecret(file, text);
  }

  /** Creates a file that only its owner can ever read; never replaces an existing one. */
  private static void writeSecret(Path file, String text) throws IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(
          file.toString(), null, "found the key of an authority, expected none there");
    }
    write(file, text);
  }

  /** Deletes a file that was written only in part, because it would pass for a complete one. */
  private static void write(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw new FileSystemException(file.toString(), null, e.getMessage());
    }
  }

  @Override
  public String toString() {
    return "Authority[" + maker.laboratory() + ", " + folder + "]";
  }
}
