package io.flowgauge.learning.service;

import io.flowgauge.learning.saved.Saved;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sizes of an activity's input; NaN if not known. Immutable and thread-safe.
 *
 * @param ownBytes bytes of the files that most activities of the type do not read
 * @param bytes bytes of all files
 * @param files number of files
 */
public record InputSize(double ownBytes, double bytes, double files) {
  /** A size of which nothing is known. */
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

  /** Returns the known sizes by name. */
  public Map<String, Object> saved() {
    Map<String, Object> known = new LinkedHashMap<>();
    known.put("ownBytes", ownBytes);
    known.put("bytes", bytes);
    known.put("files", files);
    known.values().removeIf(size -> Double.isNaN((Double) size));
    return known;
  }

  /** Restores what {@link #saved} returned. */
  public static InputSize from(Saved saved) {
    return new InputSize(known(saved, "ownBytes"), known(saved, "bytes"), known(saved, "files"));
  }

  private static double known(Saved saved, String name) {
    return saved.find(name).map(size -> size.number(0)).orElse(Double.NaN);
  }

  private static void check(double size, String name) {
    if (size < 0 || Double.isInfinite(size)) {
      throw new IllegalArgumentException(name + " must be 0 or more and finite, but are " + size);
    }
  }
}
