package io.flowgauge.learning.service;

/**
 * What an activity reads; NaN where it is not known. Immutable and thread-safe.
 *
 * @param ownBytes bytes of the files that most activities of the type do not read
 * @param bytes bytes of all files
 * @param files number of files
 */
public record InputSize(double ownBytes, double bytes, double files) {
  /** Nothing is known. */
  public static final InputSize UNKNOWN = new InputSize(Double.NaN, Double.NaN, Double.NaN);

  /**
   * Checks the sizes.
   *
   * @throws IllegalArgumentException if one is below 0 or infinite
   */
  public InputSize {
    check(ownBytes, "own bytes");
    check(bytes, "bytes");
    check(files, "files");
  }

  private static void check(double size, String name) {
    if (size < 0 || Double.isInfinite(size)) {
      throw new IllegalArgumentException(name + " are " + size);
    }
  }
}
