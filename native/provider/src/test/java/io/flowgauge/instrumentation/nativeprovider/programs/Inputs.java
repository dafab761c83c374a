package io.flowgauge.instrumentation.nativeprovider.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** Generates inputs for real programs, and digests of their output. */
final class Inputs {
  /** A scene for povray with textures, reflections and a fractal. */
  static final String SCENE =
      """
      #version 3.7;
      global_settings { assumed_gamma 1.0 }
      camera { location <0, 2, -5> look_at <0, 0.5, 0> }
      light_source { <4, 8, -6> color rgb 1 }
      plane { y, 0 pigment { checker color rgb 0.9 color rgb 0.2 } finish { reflection 0.2 } }
      #declare I = 0;
      #while (I < 24)
        sphere { <sin(I) * 2, 0.4 + 0.2 * cos(3 * I), cos(I) * 2>, 0.35
          texture { pigment { granite scale 0.3 } finish { reflection 0.3 phong 0.7 } } }
        #declare I = I + 1;
      #end
      torus { 1.2, 0.25 pigment { marble } translate <0, 1, 0> }
      julia_fractal { <-0.083, 0.0, -0.83, -0.025> quaternion sqr max_iteration 8 precision 15
        translate <0, 1, 0> pigment { color rgb <1, 0.6, 0.2> } }
      """;

  /**
   * A Python script with objects, exceptions, generators, regular expressions, big numbers and
   * threads.
   */
  static final String SCRIPT =
      """
      import hashlib, json, re, threading
      def primes(n):
          found = []
          for i in range(2, n):
              if all(i % p for p in found if p * p <= i):
                  found.append(i)
          return found
      def chain(n):
          try:
              if n == 0:
                  raise ValueError("bottom")
              chain(n - 1)
          except ValueError as e:
              raise ValueError(str(e) + str(n % 10)) from None
      results = {}
      def work(k):
          digest = hashlib.sha256()
          for i in range(300):
              digest.update(str(primes(800 + k)).encode())
              try:
                  chain(60)
              except ValueError as e:
                  digest.update(str(e).encode())
              text = json.dumps({str(j): [j, j * 0.5, None] for j in range(200)})
              digest.update(re.sub(r"(\\d)0", r"\\1-", text).encode())
              digest.update(str(3 ** (1000 + i)).encode())
          results[k] = digest.hexdigest()
      threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
      [t.start() for t in threads]
      [t.join() for t in threads]
      print(sorted(results.items()))
      """;

  private static final int CARD = 80;
  private static final int BLOCK = 2880;

  private Inputs() {}

  /** Returns the FITS header of a square sky image, one card per line. */
  static String header(int size, double rotation) {
    return String.format(
        Locale.ROOT,
        """
        SIMPLE  =                    T
        BITPIX  =                  -32
        NAXIS   =                    2
        NAXIS1  =           %10d
        NAXIS2  =           %10d
        CTYPE1  = 'RA---TAN'
        CTYPE2  = 'DEC--TAN'
        CRVAL1  =               210.25
        CRVAL2  =                54.25
        CRPIX1  =           %10.1f
        CRPIX2  =           %10.1f
        CDELT1  =         -0.000277778
        CDELT2  =          0.000277778
        CROTA2  =           %10.1f
        EQUINOX =               2000.0
        END
        """,
        size,
        size,
        size / 2.0,
        size / 2.0,
        rotation);
  }

  /** Writes a FITS file of a smooth field. */
  static void image(Path file, int size) throws IOException {
    StringBuilder head = new StringBuilder();
    header(size, 20).lines().forEach(card -> head.append(String.format("%-" + CARD + "s", card)));
    int headBytes = rounded(head.length());
    ByteBuffer bytes = ByteBuffer.allocate(headBytes + rounded(size * size * Float.BYTES));
    Arrays.fill(bytes.array(), 0, headBytes, (byte) ' ');
    bytes.put(head.toString().getBytes(StandardCharsets.US_ASCII)).position(headBytes);
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        bytes.putFloat((float) (Math.sin(x * 0.05) * Math.cos(y * 0.03) + x * 0.001));
      }
    }
    Files.write(file, bytes.array());
  }

  /** Writes a square picture of waves in three colours. */
  static void picture(Path file, int size) throws IOException {
    byte[] head = ("P6\n" + size + " " + size + "\n255\n").getBytes(StandardCharsets.US_ASCII);
    ByteBuffer bytes = ByteBuffer.allocate(head.length + 3 * size * size).put(head);
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size; x++) {
        bytes.put((byte) (127 + 120 * Math.sin(x * 0.09 + y * 0.02)));
        bytes.put((byte) (x * y));
        bytes.put((byte) (127 + 120 * Math.cos(y * 0.07)));
      }
    }
    Files.write(file, bytes.array());
  }

  private static int rounded(int bytes) {
    return (bytes + BLOCK - 1) / BLOCK * BLOCK;
  }

  static String digest(Path file) throws IOException {
    return digest(Files.readAllBytes(file));
  }

  /** Returns the digest of a file's last bytes. */
  static String digestOfEnd(Path file, int length) throws IOException {
    byte[] all = Files.readAllBytes(file);
    return digest(Arrays.copyOfRange(all, all.length - length, all.length));
  }

  static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
