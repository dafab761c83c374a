package io.flowgauge.sites.identity;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts peers that have a certificate of the authority and an expected identity. Host names do not
 * count, so that machines may change theirs. Thread-safe.
 */
final class Trust extends X509ExtendedTrustManager {
  private final Credentials credentials;
  private final Predicate<SpiffeId> expected;

  Trust(Credentials credentials, Predicate<SpiffeId> expected) {
    this.credentials = credentials;
    this.expected = expected;
  }

  /** Verifies a chain, and returns the identity it belongs to. */
  static SpiffeId verify(
      List<X509Certificate> chain, List<X509Certificate> trusted, String laboratory)
      throws GeneralSecurityException {
    if (chain.isEmpty()) {
      throw new CertificateException("there is no certificate");
    }
    PKIXParameters parameters =
        new PKIXParameters(
            trusted.stream().map(one -> new TrustAnchor(one, null)).collect(Collectors.toSet()));
    // Not needed: certificates are short-lived, and the map of users says who may do what.
    parameters.setRevocationEnabled(false);
    CertPathValidator.getInstance("PKIX")
        .validate(CertificateFactory.getInstance("X.509").generateCertPath(chain), parameters);
    try {
      SpiffeId id = SpiffeId.of(chain.get(0));
      if (!id.laboratory().equals(laboratory)) {
        throw new CertificateException(id + " does not belong to laboratory " + laboratory);
      }
      return id;
    } catch (IllegalArgumentException e) {
      throw new CertificateException(e.getMessage(), e);
    }
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    SpiffeId id;
    try {
      id = credentials.verify(List.of(chain));
    } catch (CertificateException e) {
      throw e;
    } catch (GeneralSecurityException e) {
      throw new CertificateException(
          "the certificate of the other side is not valid here: " + e.getMessage(), e);
    }
    if (!expected.test(id)) {
      throw new CertificateException("the service there is " + id + ", which is not expected");
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  /** Callers need no hint about which certificate to present. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
