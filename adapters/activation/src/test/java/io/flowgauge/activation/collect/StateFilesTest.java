package io.flowgauge.activation.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFilesTest {
  private static final String FORCED = "jdk.FileForce";

  @TempDir private Path folder;

  /** After a power cut, the file could be empty else. */
  @Test
  void replace_content_isForcedToTheDiskAndInPlace() throws Exception {
    Path file = folder.resolve("state");
    Path events = folder.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(FORCED).withThreshold(Duration.ZERO);
      recording.start();
      StateFiles.replace(file, new byte[] {1, 2, 3});
      StateFiles.replace(file, new byte[] {4});
      recording.stop();
      recording.dump(events);
    }
    assertThat(RecordingFile.readAllEvents(events))
        .extracting(event -> event.getString("path"))
        .hasSize(2)
        .allMatch(path -> path.startsWith(folder.toString()));
    assertThat(Files.readAllBytes(file)).containsExactly(4);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("state", "events.jfr");
  }
}
