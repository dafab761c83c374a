package io.flowgauge.runlog;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Computes the numbers of runs and activities: the first 64 bits of the SHA-256 of their ids, so
 * that processes need not coordinate. Among a million activities, two share a number with a
 * probability of 3e-8, which readers notice.
 */
final class Lifelines {
  private Lifelines() {}

  static long of(String run) {
    return hash(run);
  }

  static long of(String run, String activity) {
    return hash(run.length() + " " + run + activity);
  }

  private static long hash(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return ByteBuffer.wrap(digest).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java platform has it.
    }
  }
}
