package io.flowgauge.activation;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;

/** An authority, and keys it has certified, in files. */
final class Certificates {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final Path folder;
  private final X509Bundle authority;

  Certificates(Path folder) throws Exception {
    this.folder = Files.createTempDirectory(folder, "certificates");
    authority =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=authority")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
  }

  /** A key with a certificate for this machine, valid now. */
  Path key(String name) throws Exception {
    return store(certificate(name).addSanDnsName("localhost").buildIssuedBy(authority), name);
  }

  /** A key with a certificate that was valid until yesterday. */
  Path expiredKey(String name) throws Exception {
    Instant now = Instant.now();
    return store(
        certificate(name)
            .notBefore(now.minus(Duration.ofDays(9)))
            .notAfter(now.minus(Duration.ofDays(1)))
            .addSanDnsName("localhost")
            .buildIssuedBy(authority),
        name);
  }

  /** A key with a certificate for another machine. */
  Path foreignKey(String name) throws Exception {
    return store(
        certificate(name).addSanDnsName("elsewhere.example").buildIssuedBy(authority), name);
  }

  private static CertificateBuilder certificate(String name) {
    return new CertificateBuilder().ecp256().subject("CN=" + name);
  }

  private Path store(X509Bundle key, String name) throws Exception {
    return store(key.toKeyStore(PASSWORD), name);
  }

  /** A store that trusts whom the authority has certified. */
  Path trust() throws Exception {
    KeyStore trust = empty();
    trust.setCertificateEntry("authority", authority.getCertificate());
    return store(trust, "trust");
  }

  /** A store that trusts nobody. */
  Path noTrust() throws Exception {
    return store(empty(), "empty");
  }

  private static KeyStore empty() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    return store;
  }

  private Path store(KeyStore store, String name) throws Exception {
    Path file = folder.resolve(name + ".p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD);
    }
    return file;
  }

  static TlsStores stores(Path key, Path trust) throws IOException {
    return TlsStores.load(key, PASSWORD, trust, PASSWORD);
  }
}
