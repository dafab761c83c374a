package io.flowgauge.sites;

import io.flowgauge.sites.identity.PemFiles;
import io.flowgauge.sites.identity.RequestSignatures;
import io.flowgauge.sites.identity.SpiffeId;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** Makes keys (ECDSA, P-256) and certificates. Immutable. */
record CertificateMaker(String laboratory, PrivateKey key, X509Certificate certificate) {
  private static final String CURVE = "secp256r1";
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final String NAME = "CN=";
  private static final int SERIAL_BITS = 128;

  /** How far in the past certificates begin to be valid: clocks of other machines may be behind. */
  private static final Duration EARLIER = Duration.ofMinutes(5);

  /** A key and its certificate as text. */
  record Issued(String keyPem, String certificatePem) {}

  static CertificateMaker create(String laboratory, Duration validity)
      throws GeneralSecurityException, IOException {
    KeyPair pair = pair();
    X500Name name = new X500Name(NAME + laboratory);
    X509v3CertificateBuilder builder =
        builder(name, name, pair.getPublic(), Instant.now().plus(validity));
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
    return new CertificateMaker(laboratory, pair.getPrivate(), signed(builder, pair.getPrivate()));
  }

  static CertificateMaker of(Path keyFile, Path certificateFile) throws IOException {
    X509Certificate authority = PemFiles.certificates(certificateFile).get(0);
    PrivateKey key = PemFiles.key(keyFile);
    String name = authority.getSubjectX500Principal().getName();
    if (!name.startsWith(NAME)) {
      throw new IOException(
          certificateFile + ": found a certificate of " + name + ", expected one of CN=LABORATORY");
    }
    try {
      RequestSignatures.checkPair(key, authority);
      return new CertificateMaker(name.substring(NAME.length()), key, authority);
    } catch (GeneralSecurityException e) {
      throw new IOException(
          keyFile + " and " + certificateFile + " are not an authority: " + e.getMessage(), e);
    }
  }

  Issued issue(SpiffeId id, Duration validity) throws GeneralSecurityException, IOException {
    KeyPair pair = pair();
    Instant own = certificate.getNotAfter().toInstant();
    Instant wanted = Instant.now().plus(validity);
    X509v3CertificateBuilder builder =
        builder(
            new X500Name(NAME + laboratory),
            new X500Name(NAME + id.name()),
            pair.getPublic(),
            wanted.isBefore(own) ? wanted : own);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.subjectAlternativeName,
        true,
        new GeneralNames(new GeneralName(GeneralName.uniformResourceIdentifier, id.toString())));
    return new Issued(
        pem("PRIVATE KEY", pair.getPrivate().getEncoded()),
        pem("CERTIFICATE", signed(builder, key).getEncoded()));
  }

  private static KeyPair pair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(CURVE));
    return generator.generateKeyPair();
  }

  private static X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, PublicKey key, Instant until) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        new BigInteger(SERIAL_BITS, new SecureRandom()),
        Date.from(Instant.now().minus(EARLIER)),
        Date.from(until),
        subject,
        key);
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  String keyPem() throws IOException {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  String certificatePem() throws IOException, GeneralSecurityException {
    return pem("CERTIFICATE", certificate.getEncoded());
  }

  private static String pem(String type, byte[] bytes) throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(type, bytes));
    }
    return text.toString();
  }
}
