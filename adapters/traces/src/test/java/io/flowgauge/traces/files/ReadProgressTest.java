package io.flowgauge.traces.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.ReadProgress;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadProgressTest {
  private static final int ACTIVITIES = 20_000;

  @TempDir Path folder;

  private final ReadProgress progress = new ReadProgress();
  private final List<Double> shares = new ArrayList<>();

  private Path document() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("many");
    Random random = new Random(19);
    for (int k = 0; k < ACTIVITIES; k++) {
      String unlike = Long.toHexString(random.nextLong()); // Does not compress well.
      recorder.activity(Activity.of("activity " + k).withAttribute("hash", unlike));
      recorder.record("activity " + k, EventType.ACTIVE, 1000L * k, 1);
      recorder.record("activity " + k, EventType.COMPLETED, 1000L * k + 7, 1);
    }
    Path file = folder.resolve("many.json");
    Flowgauge.write(recorder.snapshot(), file);
    return file;
  }

  /** Returns a recorder that notes the progress of reading at each activity. */
  private RunRecorder noting(String name) {
    RunRecorder recorder = Flowgauge.recorder(name);
    return (RunRecorder)
        Proxy.newProxyInstance(
            RunRecorder.class.getClassLoader(),
            new Class<?>[] {RunRecorder.class},
            (self, method, arguments) -> {
              if (method.getName().equals("activity")) {
                shares.add(progress.share().orElseThrow());
              }
              try {
                return method.invoke(recorder, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void read(Path file) throws IOException {
    progress.during(() -> Flowgauge.read(List.of(file), this::noting));
    assertThat(shares).hasSize(ACTIVITIES).isSorted();
    assertThat(shares.get(0)).isLessThan(0.3);
    assertThat(shares.get(ACTIVITIES / 2)).isBetween(0.3, 0.8);
    assertThat(progress.share()).hasValue(1);
  }

  @Test
  void share_ofADocument_growsWithItsActivities() throws Exception {
    read(document());
  }

  @Test
  void share_ofAPackedDocument_isThatOfThePackedBytes() throws Exception {
    Path packed = folder.resolve("many.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(document(), out);
    }
    read(packed);
  }

  @Test
  void share_ofARunInManyFiles_reachesOneAtTheEnd() throws Exception {
    for (String name : List.of("slurm/lost-node", "pegasus/retry.bp", "snakemake/log")) {
      Path sample = HostileInput.sample(ReadProgressTest.class, "/io/flowgauge/traces/" + name);
      progress.during(() -> Flowgauge.read(sample));
      assertThat(progress.share()).as(name).hasValue(1);
    }
  }
}
