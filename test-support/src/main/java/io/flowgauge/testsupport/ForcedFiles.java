package io.flowgauge.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Finds out which files are forced to disk. Any other could be empty after a power failure. */
public final class ForcedFiles {
  private static final String FORCED = "jdk.FileForce";

  private ForcedFiles() {}

  /**
   * Does something, and notes the files that are forced meanwhile.
   *
   * @param folder where the files are; others do not count
   * @param work the work that may force files
   * @return their paths, in order
   * @throws Exception if the work fails
   */
  public static List<Path> in(Path folder, Callable<?> work) throws Exception {
    Path events = Files.createTempFile("forced", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(FORCED).withThreshold(Duration.ZERO);
      recording.start();
      work.call();
      recording.stop();
      recording.dump(events);
      return forced(events).stream().filter(file -> file.startsWith(folder)).toList();
    } finally {
      Files.delete(events);
    }
  }

  private static List<Path> forced(Path events) throws IOException {
    return RecordingFile.readAllEvents(events).stream()
        .map(event -> Path.of(event.getString("path")))
        .toList();
  }
}
