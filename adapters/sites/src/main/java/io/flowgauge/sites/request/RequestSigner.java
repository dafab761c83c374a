package io.flowgauge.sites.request;

import com.google.protobuf.ByteString;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.RequestSignatures;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;

/** Makes requests signed with a user's key. Thread-safe. */
public final class RequestSigner {
  static final int NONCE = 16;

  private final Credentials credentials;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  /** Creates a signer that uses the private key of the given credentials. */
  public RequestSigner(Credentials credentials, Clock clock) {
    this.credentials = credentials;
    this.clock = clock;
  }

  /**
   * Completes a request and signs it.
   *
   * @param request the request, without user, times and nonce
   * @param validity how long from now it may be begun
   */
  public SignedRequest sign(Request.Builder request, Duration validity) {
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    long now = clock.millis();
    Request complete =
        request
            .setUser(credentials.id().toString())
            .setIssuedMillis(now)
            .setExpiresMillis(now + validity.toMillis())
            .setNonce(ByteString.copyFrom(nonce))
            .build();
    try {
      return signed(complete.toByteArray());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot sign as " + credentials.id(), e);
    }
  }

  private SignedRequest signed(byte[] request) throws GeneralSecurityException {
    SignedRequest.Builder signed =
        SignedRequest.newBuilder()
            .setRequest(ByteString.copyFrom(request))
            .setSignature(ByteString.copyFrom(RequestSignatures.sign(request, credentials.key())));
    for (X509Certificate certificate : credentials.chain()) {
      signed.addCertificates(ByteString.copyFrom(certificate.getEncoded()));
    }
    return signed.build();
  }
}
