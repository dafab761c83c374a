package io.flowgauge.live;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.EventType;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostedTracesTest {
  private static final String TRACE = "0123456789abcdef".repeat(2);
  private static final long BEGIN = 1_763_632_800_000_000_000L;
  private static final int RUN = 0xff;

  @TempDir private Path folder;

  /** Returns a line with an OTLP span: an activity below the run, or the run itself. */
  private static byte[] span(int id, int start, int end) {
    return """
        {"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "%s", "spanId": "%016x",\
         "parentSpanId": "%016x", "name": "t%d", "startTimeUnixNano": "%d", "endTimeUnixNano": "%d"}]}]}]}
        """
        .formatted(
            TRACE,
            id,
            id == RUN ? 0 : RUN,
            id,
            BEGIN + start * 1_000_000_000L,
            BEGIN + end * 1_000_000_000L)
        .getBytes(UTF_8);
  }

  private static LiveRun looked(LiveMonitor monitor) {
    LiveRun run = monitor.run(TRACE).orElseThrow();
    assertThat(run.look()).isTrue();
    return run;
  }

  /**
   * Waits for activities, as a file is read again only after several times the last reading time.
   */
  private static void awaitActivities(LiveMonitor monitor, int count) throws Exception {
    Eventually.holds(
        () ->
            looked(monitor)
                .view()
                .filter(view -> view.run().workflow().activityCount() == count)
                .isPresent());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".jsonl"))
          .toList();
    }
  }

  /** An id that is not valid Unicode cannot be written, just as on a full disk. */
  @Test
  void of_traceThatCannotBeBegun_leavesNothing() throws IOException {
    try (PostedTraces traces = new PostedTraces(Optional.of(folder))) {
      assertThatThrownBy(() -> traces.getOrCreate("\ud800")).isInstanceOf(IOException.class);
    }
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void reopen_afterALineWasCutOff_keepsTheWholeLines() throws Exception {
    try (LiveMonitor monitor = LiveMonitor.builder().logs(folder).open()) {
      monitor.append(TRACE, span(1, 0, 3));
      monitor.append(TRACE, span(2, 3, 5));
    }
    Path file = files().get(0);
    byte[] cut = Arrays.copyOf(span(3, 5, 8), 90);
    Files.write(file, cut, StandardOpenOption.APPEND);
    try (LiveMonitor monitor = LiveMonitor.builder().logs(folder).open()) {
      awaitActivities(monitor, 2);
      monitor.append(TRACE, span(3, 5, 8));
      monitor.append(TRACE, span(RUN, 0, 9));
      Eventually.holds(() -> looked(monitor).isFinished());
      awaitActivities(monitor, 3);
    }
  }

  @Test
  void isFinished_inSilence_isFalseUntilItLastedAsLongAsTheRun() throws IOException {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    try (LiveMonitor monitor =
        LiveMonitor.builder().clock(now::get).quiet(Duration.ofSeconds(1)).open()) {
      monitor.append(TRACE, span(1, 0, 3600));
      LiveRun run = looked(monitor);
      assertThat(run.isFinished()).isFalse();
      now.set(now.get().plusSeconds(3500));
      assertThat(looked(monitor).isFinished()).isFalse();
      now.set(now.get().plusSeconds(200));
      assertThat(looked(monitor).isFinished()).isTrue();
    }
  }

  @Test
  void append_withoutFolder_leavesNothingBehind() throws IOException {
    Path left;
    try (LiveMonitor monitor = LiveMonitor.open()) {
      monitor.append(TRACE, span(1, 0, 3));
      left = temporary();
    }
    assertThat(left).doesNotExist();
  }

  /** Returns the temporary folder that was made last. */
  private static Path temporary() throws IOException {
    try (Stream<Path> temporary = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return temporary
          .filter(each -> each.getFileName().toString().startsWith("flowgauge-live-"))
          .max(Comparator.comparing(each -> each.toFile().lastModified()))
          .orElseThrow();
    }
  }

  /** As when a service that gets few posts runs for weeks: many systems remove old folders. */
  @Test
  void append_afterTheTemporaryFolderWasRemoved_makesAnother() throws Exception {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      monitor.append(TRACE, span(1, 0, 3));
      monitor.forget(TRACE);
      Files.delete(temporary());
      monitor.append(TRACE, span(2, 0, 3));
      awaitActivities(monitor, 1);
    }
  }

  @Test
  void archive_ofPostedRuns_takesThemAndTheirFiles() throws Exception {
    List<String> stored = new ArrayList<>();
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .logs(folder)
            .archive(
                run -> {
                  synchronized (stored) {
                    stored.add(run.name());
                  }
                },
                1)
            .open()) {
      monitor.append(TRACE, span(1, 0, 3));
      monitor.append(TRACE, span(2, 0, 3));
      monitor.append(TRACE, span(RUN, 0, 4));
      Eventually.holds(() -> monitor.runs().isEmpty());
      Eventually.holds(() -> files().isEmpty());
    }
    assertThat(stored).containsExactly("t" + RUN);
    try (Stream<Path> left = Files.list(folder.resolve("traces"))) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void archive_whileMoreIsPosted_storesItAgain() throws Exception {
    List<Integer> stored = Collections.synchronizedList(new ArrayList<>());
    AtomicReference<LiveMonitor> open = new AtomicReference<>();
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .archive(
                run -> {
                  if (stored.isEmpty()) {
                    open.get().append(TRACE, span(2, 0, 3));
                  }
                  stored.add(run.workflow().activityCount());
                },
                1)
            .open()) {
      open.set(monitor);
      monitor.append(TRACE, span(1, 0, 3));
      monitor.append(TRACE, span(3, 0, 3));
      monitor.append(TRACE, span(RUN, 0, 4));
      Eventually.holds(() -> monitor.runs().isEmpty());
    }
    assertThat(stored).hasSizeGreaterThan(1).last().isEqualTo(3);
  }

  @Test
  void append_toARunOfAnotherKind_isRefused() throws IOException {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      monitor.recorder("r", "r").activity(Activity.of("a", "t"));
      monitor.recorder("r", "r").record("a", EventType.ACTIVE, BEGIN, 1);
      monitor.append(TRACE, span(1, 0, 3));
      assertThatThrownBy(() -> monitor.append("r", span(1, 0, 3)))
          .hasMessage("run r is already recorded or followed, so it cannot be posted");
      assertThatThrownBy(() -> monitor.recorder(TRACE, "x"))
          .hasMessageContaining("so it cannot be recorded");
      assertThatThrownBy(() -> monitor.append("", span(1, 0, 3)))
          .hasMessage("the id of a run must not be empty");
    }
  }

  @Test
  void append_whileTheRunIsForgotten_neverSpoilsItsId() throws Exception {
    int rounds = 500;
    AtomicBoolean isOver = new AtomicBoolean();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (LiveMonitor monitor = LiveMonitor.open()) {
      Future<?> forgetting =
          thread.submit(
              () -> {
                while (!isOver.get()) {
                  monitor.forget(TRACE);
                }
                return null;
              });
      int taken = 0;
      for (int k = 0; k < rounds; k++) {
        try {
          monitor.append(TRACE, span(1, 0, 3));
          taken++;
        } catch (IOException e) {
          assertThat(e)
              .isInstanceOf(NoSuchFileException.class); // The caller learns that nothing was kept.
        }
      }
      isOver.set(true);
      assertThat(forgetting).succeedsWithin(Duration.ofSeconds(20));
      assertThat(taken).isPositive();
      assertThatCode(() -> monitor.append(TRACE, span(2, 0, 3))).doesNotThrowAnyException();
      Eventually.holds(() -> monitor.run(TRACE).orElseThrow().view().isPresent());
    } finally {
      thread.shutdownNow();
    }
  }
}
