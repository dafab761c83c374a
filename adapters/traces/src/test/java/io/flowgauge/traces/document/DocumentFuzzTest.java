package io.flowgauge.traces.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.wfformat.WfFormatReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files give either a run or an error with its position. */
class DocumentFuzzTest {
  private static final int MUTATIONS = 1500;
  private static final String INTERESTING = "{}[]\",:0-9e.\\n\0\u00e9 tfnNI";

  @TempDir private Path folder;

  @Test
  void read_damagedRunDocument_isRunOrRefused() throws IOException {
    String text = ReferenceCases.texts().get(6);
    damage(text.getBytes(UTF_8), new RunDocumentReader());
  }

  @Test
  void read_damagedWfFormat_isRunOrRefused() throws IOException {
    byte[] bytes =
        Files.readAllBytes(SharedData.path("wfinstances/helloworld-forkjoin-10-chameleon.json"));
    damage(bytes, new WfFormatReader());
  }

  private void damage(byte[] bytes, RunReader reader) throws IOException {
    for (int length = 0; length < bytes.length; length += 1 + bytes.length / 300) {
      offer(Arrays.copyOf(bytes, length), reader);
    }
    Random random = new Random(7);
    for (int k = 0; k < MUTATIONS; k++) {
      byte[] damaged = bytes.clone();
      for (int m = random.nextInt(4); m >= 0; m--) {
        int at = random.nextInt(damaged.length);
        damaged[at] =
            random.nextBoolean()
                ? (byte) random.nextInt(256)
                : (byte) INTERESTING.charAt(random.nextInt(INTERESTING.length()));
      }
      offer(damaged, reader);
    }
  }

  private void offer(byte[] bytes, RunReader reader) throws IOException {
    Path file = folder.resolve("damaged.json");
    Files.write(file, bytes);
    var recorder = Flowgauge.recorder("damaged");
    try {
      reader.read(new TraceFile(file, ""), List.of(), recorder);
      recorder.snapshot();
    } catch (TraceFormatException e) {
      assertThat(e.getMessage().lines()).hasSize(1);
    }
  }
}
