package io.flowgauge.traces.files;

import io.flowgauge.trace.ReadProgress;
import io.flowgauge.trace.TraceFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Opens files, and unpacks those packed with gzip or xz, which are recognised by their first bytes.
 * Stateless and thread-safe.
 */
public final class FileContent {
  private static final Pattern SUFFIX = Pattern.compile("\\.(gz|xz)$", Pattern.CASE_INSENSITIVE);

  private FileContent() {}

  /**
   * Opens a file. A packed file is unpacked while it is read, so that a file of any size takes
   * little memory: at most 128 MiB for xz, which is twice what its highest level needs.
   *
   * @return its content; reading throws a {@link io.flowgauge.trace.TraceFormatException} if a
   *     packed file is damaged, cut off, or unpacks to more than 64 MiB and more than 500 times its
   *     size
   */
  public static InputStream open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(ReadProgress.counted(Files.newInputStream(file)));
    try {
      Packing packing = Packing.of(in);
      return packing == Packing.NONE ? in : new UnpackedStream(file, packing, in);
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Returns the name of a file without the suffix of its packing: {@code a.dag} for {@code
   * a.dag.gz}.
   */
  public static String plainName(TraceFile file) {
    return SUFFIX.matcher(file.fileName()).replaceFirst("");
  }
}
