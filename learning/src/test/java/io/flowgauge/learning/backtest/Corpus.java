package io.flowgauge.learning.backtest;

import io.flowgauge.testsupport.SharedData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Published runs, unpacked into a temporary folder. Stateless and thread-safe. */
final class Corpus {
  private Corpus() {}

  /** Unpacks the corpus; skips the calling test when there is none. */
  static Path unpack(Path folder) throws IOException, InterruptedException {
    Path archive = SharedData.path("corpus/corpus.tar.xz");
    Process tar =
        new ProcessBuilder("tar", "xf", archive.toString(), "-C", folder.toString())
            .inheritIO()
            .start();
    if (tar.waitFor() != 0) {
      throw new IOException("tar could not unpack " + archive);
    }
    return folder;
  }

  static List<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
