package io.flowgauge.watch.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The secret that readers must know. Compared in constant time. Immutable. */
final class Token {
  private final byte[] digest;
  private final String cookie;

  Token(String secret) {
    digest = digest(secret);
    cookie = HexFormat.of().formatHex(digest("cookie of the live page " + secret));
  }

  boolean is(String claim) {
    return MessageDigest.isEqual(digest, digest(claim));
  }

  /**
   * Returns the value of the cookie, which does not reveal the token and stays valid when the
   * server restarts.
   */
  String cookie() {
    return cookie;
  }

  boolean isCookie(String claim) {
    return MessageDigest.isEqual(digest(cookie), digest(claim));
  }

  private static byte[] digest(String text) {
    return sha256(text.getBytes(UTF_8));
  }

  static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "Token";
  }
}
