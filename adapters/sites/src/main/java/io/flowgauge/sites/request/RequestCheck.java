package io.flowgauge.sites.request;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.sites.identity.Credentials;
import io.flowgauge.sites.identity.RequestSignatures;
import io.flowgauge.sites.identity.SpiffeId;
import io.flowgauge.sites.wire.Request;
import io.flowgauge.sites.wire.SignedRequest;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks that a request was signed by its requester, is complete, and may still be begun.
 * Thread-safe.
 */
final class RequestCheck {
  static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration SKEW = Duration.ofMinutes(1);

  /**
   * Longest time between the making of a request and its admission, if clocks differ by the skew.
   */
  static final Duration LONGEST_VALID = LONGEST.plus(SKEW).plus(SKEW);

  private static final long LONGEST_LEASE = Duration.ofDays(1).toSeconds();
  private static final int MOST_CERTIFICATES = 4;
  private static final int MOST_PLACES = 1000;

  private final Credentials credentials;
  private final Clock clock;

  RequestCheck(Credentials credentials, Clock clock) {
    this.credentials = credentials;
    this.clock = clock;
  }

  Request check(SignedRequest signed) throws RefusedException {
    Request request = verifyAndParse(signed);
    checkTimes(request);
    checkParts(request);
    return request;
  }

  /** Checks a request for events. Its times do not matter: it may have begun long ago. */
  Request checkGrant(SignedRequest signed) throws RefusedException {
    Request request = verifyAndParse(signed);
    checkParts(request);
    if (!request.hasRequestEvents()) {
      throw denied("events come only in answer to a request for events, not to another request");
    }
    return request;
  }

  private Request verifyAndParse(SignedRequest signed) throws RefusedException {
    List<X509Certificate> chain = parseChain(signed);
    SpiffeId requester = requester(chain);
    byte[] bytes = signed.getRequest().toByteArray();
    if (!RequestSignatures.isValid(
        signed.getSignature().toByteArray(), bytes, chain.get(0).getPublicKey())) {
      throw denied("the signature was not made for this request with the key of " + requester);
    }
    Request request;
    try {
      request = Request.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw malformed("the signed request cannot be read: " + e.getMessage());
    }
    if (!request.getUser().equals(requester.toString())) {
      throw denied(
          "the request is signed by " + requester + ", but names the user " + request.getUser());
    }
    return request;
  }

  private List<X509Certificate> parseChain(SignedRequest signed) throws RefusedException {
    if (signed.getCertificatesCount() < 1 || signed.getCertificatesCount() > MOST_CERTIFICATES) {
      throw malformed("found " + signed.getCertificatesCount() + " certificates, expected 1 to 4");
    }
    try {
      CertificateFactory factory = CertificateFactory.getInstance("X.509");
      List<X509Certificate> chain = new ArrayList<>();
      for (ByteString certificate : signed.getCertificatesList()) {
        chain.add((X509Certificate) factory.generateCertificate(certificate.newInput()));
      }
      return chain;
    } catch (CertificateException e) {
      throw malformed("a certificate cannot be read: " + e.getMessage());
    }
  }

  private SpiffeId requester(List<X509Certificate> chain) throws RefusedException {
    try {
      SpiffeId id = credentials.verify(chain);
      if (id.kind() != SpiffeId.Kind.USER) {
        throw denied("requests are made by users, not by " + id);
      }
      return id;
    } catch (GeneralSecurityException e) {
      throw denied("the requester's certificate is not valid here: " + e.getMessage());
    }
  }

  private void checkTimes(Request request) throws RefusedException {
    Instant now = clock.instant();
    Instant issued = Instant.ofEpochMilli(request.getIssuedMillis());
    Instant expires = Instant.ofEpochMilli(request.getExpiresMillis());
    if (!expires.isAfter(issued) || Duration.between(issued, expires).compareTo(LONGEST) > 0) {
      throw malformed(
          "found a request valid from "
              + issued
              + " to "
              + expires
              + ", expected a positive time of up to "
              + LONGEST);
    }
    if (now.isAfter(expires)) {
      throw denied("the request expired at " + expires + ", and it is " + now + " here");
    }
    if (issued.isAfter(now.plus(SKEW))) {
      throw denied(
          "the request was made at " + issued + ", but it is " + now + " here; set the clocks");
    }
  }

  private static void checkParts(Request request) throws RefusedException {
    if (request.getNonce().size() != RequestSigner.NONCE) {
      throw malformed("found a nonce of " + request.getNonce().size() + " bytes, expected 16");
    }
    if (request.getPlacesCount() < 1 || request.getPlacesCount() > MOST_PLACES) {
      throw malformed("found " + request.getPlacesCount() + " places, expected 1 to 1,000");
    }
    if (request.getLeaseSeconds() < 1 || request.getLeaseSeconds() > LONGEST_LEASE) {
      throw malformed("found a lease of " + request.getLeaseSeconds() + " s, expected 1 to 86,400");
    }
    if (request.getOperationCase() == Request.OperationCase.OPERATION_NOT_SET) {
      throw malformed("this service does not know the kind of request");
    }
  }

  private static RefusedException denied(String message) {
    return new RefusedException(RefusalCode.PERMISSION, message);
  }

  private static RefusedException malformed(String message) {
    return new RefusedException(RefusalCode.ARGUMENT, message);
  }
}
