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
 * What files hold, unpacked where they are packed with gzip or xz, which their first bytes show.
 * Stateless and thread-safe.
 */
public final class FileContent {
  private static final Pattern SUFFIX = Pattern.compile("\\.(gz|xz)$", Pattern.CASE_INSENSITIVE);

  private FileContent() {}

  /**
   * Opens a file. What is packed is unpacked on the way, so a file of any size takes little memory:
   * 128 MiB for xz at most, which is twice what its highest level needs.
   *
   * @return its content; reading throws a {@link io.flowgauge.trace.TraceFormatException} where a
   *     packed file is damaged, cut off, or unpacks to over 64 MiB and over 500 times its size
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

  /** The name of a file without what packing it added: {@code a.dag} of {@code a.dag.gz}. */
  public static String plainName(TraceFile file) {
    return SUFFIX.matcher(file.fileName()).replaceFirst("");
  }
}
