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

/** Makes requests that only the holder of a key can make. Thread-safe. */
public final class RequestSigner {
  static final int NONCE = 16;

  private final Credentials credentials;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  /** Signs with the key of these. */
  public RequestSigner(Credentials credentials, Clock clock) {
    this.credentials = credentials;
    this.clock = clock;
  }

  /**
   * Signs.
   *
   * @param request all but the user, the times and the nonce
   * @param validity until when it may be begun, from now
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
