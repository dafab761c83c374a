package io.flowgauge.instrumentation.nativeprovider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.NativeLibrary;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The library with a test double of the engine that traces nothing, built once by the script that
 * builds the real library.
 */
final class DoubleLibrary {
  private static final Path SCRIPT = Path.of("src/main/c/build.sh");
  private static final Path ENGINE = Path.of("src/test/c/engine_double.c");
  private static final Path WORK =
      Path.of("target/double", System.getProperty("flowgauge.fork", "fork-1")).toAbsolutePath();

  private DoubleLibrary() {}

  static Path build(Path output) throws Exception {
    assumeTrue(
        LibraryFile.isSupported(System.getProperty("os.name"), System.getProperty("os.arch")),
        "skipped: the library is for Linux on x86-64");
    Process process =
        new ProcessBuilder(
                "sh",
                SCRIPT.toAbsolutePath().toString(),
                output.resolveSibling(output.getFileName() + ".work").toString(),
                output.toString(),
                ENGINE.toAbsolutePath().toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return output;
  }

  /** Returns the library that the tests share; the script builds it only if it is not current. */
  static Path built() throws Exception {
    return build(WORK.resolve("libdouble.so"));
  }

  static Shim shim() throws Exception {
    return Shim.of(NativeLibrary.getInstance(built().toString())).orThrow();
  }
}
