package io.flowgauge.model.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Short texts that identify long ones: equal texts have equal fingerprints on every machine.
 * Stateless.
 */
public final class Fingerprint {
  private static final int BYTES = 8;

  private Fingerprint() {}

  /** Returns the first 64 bits of the text's SHA-256, in hexadecimal digits. */
  public static String of(String text) {
    try {
      byte[] all = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(Arrays.copyOf(all, BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
