package io.flowgauge.sites.identity;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;

/** Signatures of requests. Stateless. */
public final class RequestSignatures {
  private static final String ALGORITHM = "SHA256withECDSA";

  /**
   * Signed before the request, so that a signature made for another purpose is invalid for a
   * request.
   */
  private static final byte[] PURPOSE =
      "flowgauge.sites.v1.Request\0".getBytes(StandardCharsets.US_ASCII);

  private RequestSignatures() {}

  /** Signs a request. */
  public static byte[] sign(byte[] request, PrivateKey key) throws GeneralSecurityException {
    Signature signature = Signature.getInstance(ALGORITHM);
    signature.initSign(key);
    signature.update(PURPOSE);
    signature.update(request);
    return signature.sign();
  }

  /** Whether the holder of a key has signed a request. */
  public static boolean isValid(byte[] signed, byte[] request, PublicKey key) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initVerify(key);
      signature.update(PURPOSE);
      signature.update(request);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  /**
   * Checks that a private key belongs to a certificate.
   *
   * @throws GeneralSecurityException if it does not
   */
  public static void checkPair(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    byte[] nothing = new byte[0];
    if (!isValid(sign(nothing, key), nothing, certificate.getPublicKey())) {
      throw new InvalidKeyException("the key does not belong to the certificate");
    }
  }
}
