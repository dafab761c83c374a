package io.flowgauge.traces.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Recorders of a caller remain usable after reading; recorders that the reader creates release
 * their data.
 */
class OwnRecordersTest {
  private static final Path SAMPLES = Path.of("../../samples");

  @TempDir Path folder;

  private final List<RunRecorder> made = new ArrayList<>();

  private RunRecorder noted(String name) {
    made.add(Flowgauge.recorder(name));
    return made.get(made.size() - 1);
  }

  /** Returns everything that can be read: folders and single files. */
  static List<Path> samples() throws IOException {
    try (Stream<Path> all = Files.walk(SAMPLES)) {
      return all.filter(OwnRecordersTest::isRun).sorted().toList();
    }
  }

  private static boolean isRun(Path path) {
    try {
      Flowgauge.read(path);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void read_sample_sameRunWithOwnRecordersAndWithACallers(Path sample) throws IOException {
    WorkflowRun own = Flowgauge.read(sample);
    WorkflowRun callers = Flowgauge.read(List.of(sample), this::noted);
    assertThat(text(own)).isEqualTo(text(callers));
    assertThat(own.diagnostics()).isEqualTo(callers.diagnostics());
    assertThat(text(made.get(0).snapshot())).isEqualTo(text(callers));
  }

  @Test
  void read_recorderOfCaller_goesOnAfterwards() throws IOException {
    WorkflowRun run = Flowgauge.read(List.of(SAMPLES.resolve("povray")), this::noted);
    String before = text(run);
    RunRecorder recorder = made.get(0);
    long middle = (run.startNanos().getAsLong() + run.endNanos().getAsLong()) / 2;
    WorkflowRun moment = recorder.snapshot(Instant.ofEpochSecond(0, middle));
    assertThat(moment.isFinished()).isFalse();
    assertThat(moment.workflow().dependencies()).isEqualTo(run.workflow().dependencies());

    String first = run.workflow().activity(0).id();
    recorder.dependency(first, "archive");
    recorder.record("archive", EventType.STARTED, run.endNanos().getAsLong(), 1);
    WorkflowRun more = recorder.snapshot();
    assertThat(more.workflow().activityCount()).isEqualTo(run.workflow().activityCount() + 1);
    assertThat(more.workflow().dependencyCount()).isEqualTo(run.workflow().dependencyCount() + 1);
    assertThat(more.execution("archive").orElseThrow().graph().events()).hasSize(1);
    assertThat(more.execution(first).orElseThrow().graph().events())
        .isEqualTo(run.execution(first).orElseThrow().graph().events());
    assertThat(text(run)).isEqualTo(before);
  }

  /** Returns the run as a run document, which is complete. */
  private String text(WorkflowRun run) throws IOException {
    Path file = folder.resolve("run.json");
    Flowgauge.write(run, file);
    return Files.readString(file);
  }
}
