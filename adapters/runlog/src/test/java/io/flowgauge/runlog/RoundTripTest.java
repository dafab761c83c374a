package io.flowgauge.runlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Diagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripTest {
  private static final int TRIES = 100;

  private static Path scratch;

  @TempDir private Path folder;

  @BeforeContainer
  static void makeFolder() throws IOException {
    scratch = Files.createTempDirectory("runlog");
  }

  @AfterContainer
  static void deleteFolder() throws IOException {
    Files.deleteIfExists(Runs.log(scratch));
    Files.delete(scratch);
  }

  /** An engine can switch from a recorder to a log without changing its calls. */
  @Test
  void record_instants_areLoggedAsRecorded() throws IOException {
    Instant begin = Instant.parse("2026-01-01T12:00:00.000000001Z");
    RunRecorder recorder = Flowgauge.recorder("run");
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "run");
      for (Instant time : new Instant[] {begin, Instant.MAX, null}) {
        run.record("a", EventType.ACTIVE, time, 1);
        recorder.record("a", EventType.ACTIVE, time, 1);
      }
    }
    WorkflowRun recorded = recorder.snapshot();
    assertThat(recorded.execution(0).graph().events()).hasSize(1);
    assertThat(Runs.facts(Flowgauge.read(file))).isEqualTo(Runs.facts(recorded));
  }

  @Property(tries = TRIES)
  void write_anyRun_isReadBackEqual(@ForAll long seed) throws IOException {
    RunRecorder recorder = Flowgauge.recorder("run");
    RandomRuns.record(seed, recorder);
    WorkflowRun run = recorder.snapshot();
    Path file = Runs.log(scratch);
    assertThat(Flowgauge.write(run, file)).isEmpty();
    WorkflowRun again = Flowgauge.read(file);
    assertThat(Runs.facts(again)).isEqualTo(Runs.facts(run));
    assertThat(Runs.remarks(again)).containsAll(Runs.remarks(run));
  }

  @Property(tries = TRIES)
  void log_anyRunLive_isReadAsRecorded(@ForAll long seed) throws IOException {
    Path file = Runs.log(scratch);
    Files.deleteIfExists(file);
    RunRecorder recorder = Flowgauge.recorder("run");
    try (EventLog log = EventLog.open(file)) {
      RandomRuns.record(seed, RunLog.begin(log, "r" + seed, "run").alongside(recorder));
    }
    WorkflowRun run = recorder.snapshot();
    WorkflowRun again = Flowgauge.read(file);
    assertThat(Runs.facts(again)).isEqualTo(Runs.facts(run));
    assertThat(Runs.remarks(again)).isEqualTo(Runs.remarks(run));
  }

  /** The next activities have not begun, so the log alone does not show that there are any. */
  @Test
  void write_unfinishedRunWithNothingUnderWay_isRemarked() throws IOException {
    Instant begin = Instant.parse("2026-01-01T12:00:00Z");
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.dependency("a", "b");
    recorder.record("a", EventType.ACTIVE, begin, 1);
    recorder.record("a", EventType.COMPLETED, begin.plusSeconds(9), 1);
    WorkflowRun run = recorder.snapshot(begin.plusSeconds(9));
    assertThat(run.isFinished()).isFalse();
    assertThat(Flowgauge.write(run, Runs.log(folder)))
        .singleElement()
        .extracting(Diagnostic::message)
        .isEqualTo(
            "the run had not finished, but since no activity was under way, readers of the log"
                + " take it as finished");
  }

  /** Otherwise a run that may go on would be read as one that its engine declared over. */
  @Test
  void write_runWithoutStatedEnd_isReadWithoutOne() throws IOException {
    Instant begin = Instant.parse("2026-01-01T12:00:00Z");
    RunRecorder recorder = Flowgauge.recorder("run");
    recorder.record("a", EventType.ACTIVE, begin, 1);
    recorder.record("a", EventType.FAILED, begin.plusSeconds(9), 1);
    assertThat(Flowgauge.write(recorder.snapshot(), Runs.log(folder))).isEmpty();
    assertThat(Flowgauge.read(Runs.log(folder)).isEnded()).isFalse();
  }

  @Test
  void write_recordedRuns_areReadBackEqual() throws IOException {
    int read = 0;
    for (Path path : foldersBelow(SharedData.path("runs"))) {
      read += isReadBackEqual(path) ? 1 : 0;
    }
    assertThat(read).isGreaterThan(9);
  }

  @Test
  void write_samples_areReadBackEqual() throws IOException {
    Path samples = Checkout.root().resolve("samples");
    for (String name : List.of("montage", "povray", "povray-slurm", "registration", "dft/A.json")) {
      assertThat(isReadBackEqual(samples.resolve(name))).as(name).isTrue();
    }
  }

  private static List<Path> foldersBelow(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isDirectory).sorted().toList();
    }
  }

  /** Whether a file is a run; if so, asserts that it survives a round trip through a log. */
  private boolean isReadBackEqual(Path path) throws IOException {
    WorkflowRun run;
    try {
      run = Flowgauge.read(path);
    } catch (IOException e) {
      return false;
    }
    Path file = Runs.log(folder);
    assertThat(Flowgauge.write(run, file)).as(path.toString()).isEmpty();
    WorkflowRun again = Flowgauge.read(file);
    assertThat(Runs.facts(again)).as(path.toString()).isEqualTo(Runs.facts(run));
    return true;
  }
}
