package io.flowgauge.live;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.Eventually;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveMonitorTest {
  private static final Instant BEGIN = Instant.parse("2026-11-20T10:00:00Z");

  @TempDir private Path folder;

  private static void record(RunRecorder run, String id, EventType type, int second) {
    run.record(id, type, BEGIN.plusSeconds(second), 1);
  }

  /** Records two activities in a row; the second runs from second 12 on. */
  private static void recordHalf(RunRecorder run) {
    run.activity(Activity.of("a", "align"));
    run.activity(Activity.of("b", "merge"));
    run.dependency("a", "b");
    record(run, "a", EventType.STARTED, 0);
    record(run, "a", EventType.ACTIVE, 2);
    record(run, "a", EventType.COMPLETED, 10);
    record(run, "b", EventType.STARTED, 11);
    record(run, "b", EventType.ACTIVE, 12);
  }

  private static void recordRest(RunRecorder run) {
    record(run, "b", EventType.COMPLETED, 30);
    run.end(BEGIN.plusSeconds(31).toEpochMilli() * 1_000_000);
  }

  private static LiveMonitor at(int second) throws IOException {
    return LiveMonitor.builder().clock(() -> BEGIN.plusSeconds(second)).open();
  }

  /**
   * The command ends runs of Slurm jobs, whose end only it sees; pages are updated through
   * listeners.
   */
  @Test
  void onChange_runIsSaidToBeOver_isTold() throws Exception {
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    try (LiveMonitor monitor = at(20)) {
      recordHalf(monitor.recorder("r1", "two"));
      LiveRun run = monitor.run("r1").orElseThrow();
      monitor.onChange(each -> told.add(each.toString()));
      run.end();
      Eventually.holds(() -> told.contains("LiveRun[r1, finished]"));
    }
  }

  @Test
  void view_ofRecordedRun_isMeasuredUpToNow() throws IOException {
    try (LiveMonitor monitor = at(20)) {
      recordHalf(monitor.recorder("r1", "two"));
      LiveView view = monitor.run("r1").orElseThrow().view().orElseThrow();
      assertThat(view.isFinished()).isFalse();
      assertThat(view.report().attribution().idealNanos()).isEqualTo(16_000_000_000L);
      assertThat(view.types())
          .containsExactly(
              new TypeProgress("align", 0, 0, 0, 1, 0, 0),
              new TypeProgress("merge", 0, 0, 1, 0, 0, 0));
      assertThat(view.running())
          .containsExactly(new RunningActivity("b", "merge", 1, Optional.empty(), 8));
    }
  }

  /** As on a busy machine: a page may look at a run before its engine has recorded anything. */
  @Test
  void view_afterSlowLookAtEmptyRun_isMadeAtOnce() throws IOException {
    AtomicBoolean isSlow = new AtomicBoolean();
    InstantSource clock =
        () -> {
          if (isSlow.get()) {
            LockSupport.parkNanos(500_000_000);
          }
          return BEGIN.plusSeconds(20);
        };
    try (LiveMonitor monitor = LiveMonitor.builder().clock(clock).open()) {
      RunRecorder recorder = monitor.recorder("r1", "two");
      LiveRun run = monitor.run("r1").orElseThrow();
      isSlow.set(true);
      assertThat(run.view()).isEmpty();
      isSlow.set(false);
      recordHalf(recorder);
      assertThat(run.view()).isPresent();
    }
  }

  @Test
  void isFinished_whenEngineSaysSo_isTrueAtOnceAndViewIsTheReport() throws Exception {
    try (LiveMonitor monitor = at(40)) {
      RunRecorder recorder = monitor.recorder("r1", "two");
      recordHalf(recorder);
      LiveRun run = monitor.run("r1").orElseThrow();
      CountDownLatch over = new CountDownLatch(1);
      monitor.onChange(
          changed -> {
            if (changed.isFinished()) {
              over.countDown();
            }
          });
      assertThat(run.isFinished()).isFalse();
      recordRest(recorder);
      assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
      Eventually.holds(() -> run.view().orElseThrow().isFinished());
      RunRecorder plain = Flowgauge.recorder("two");
      recordHalf(plain);
      recordRest(plain);
      assertThat(Flowgauge.json(run.view().orElseThrow().report()))
          .isEqualTo(Flowgauge.json(Flowgauge.report(plain.snapshot())));
    }
  }

  @Test
  void recorder_idWithHalfASurrogatePair_isRefused() throws IOException {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      assertThat(monitor.recorder("\ud83d\ude00", "face")).isNotNull();
      for (String half : List.of("\ud83d\ude00x\ud800", "\ud83d\ude00x\udc00y")) {
        assertThatThrownBy(() -> monitor.recorder(half, "half"))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(
                "the id of a run must be text, but its character 3 is half of a surrogate pair: ");
      }
    }
  }

  /** Opening a pipe blocks until somebody writes to it. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void follow_logThatTakesLongToRead_hindersNobody() throws Exception {
    Path pipe = folder.resolve("slow.nlb");
    assumeTrue(
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo here");
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try (LiveMonitor monitor = LiveMonitor.open()) {
      Future<LiveRun> run = thread.submit(() -> monitor.follow(pipe));
      Thread.sleep(300);
      recordHalf(monitor.recorder("r1", "two"));
      assertThat(monitor.runs()).hasSize(1);
      assertThat(run).isNotDone();
      Files.newOutputStream(pipe).close();
      assertThat(run).succeedsWithin(ofSeconds(10));
    } finally {
      thread.shutdownNow();
    }
  }

  @Test
  void onChange_whileAListenerIsStuck_stillNotifiesOthers() throws Exception {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      CountDownLatch never = new CountDownLatch(1);
      CountDownLatch notified = new CountDownLatch(2);
      monitor.onChange(
          run -> {
            try {
              never.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
      monitor.onChange(run -> notified.countDown());
      recordHalf(monitor.recorder("r1", "two"));
      Eventually.holds(() -> notified.getCount() == 1);
      recordHalf(monitor.recorder("r2", "two"));
      assertThat(notified.await(10, TimeUnit.SECONDS)).isTrue();
      never.countDown();
    }
  }

  @Test
  void logs_afterReopening_goOnWithTheRuns() throws IOException {
    Path logs = folder.resolve("logs");
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      recordHalf(monitor.recorder("r1", "two"));
      RandomRunFeed.record(monitor.recorder("r2", "many"), 7, 200);
    }
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      assertThat(monitor.runs()).extracting(LiveRun::id).containsExactlyInAnyOrder("r1", "r2");
      RunRecorder recorder = monitor.recorder("r1", "another name");
      recordRest(recorder);
      WorkflowRun run = recorder.snapshot();
      assertThat(run.name()).isEqualTo("two");
      assertThat(run.makespan()).contains(ofSeconds(30));
      RunRecorder plain = Flowgauge.recorder("many");
      RandomRunFeed.record(plain, 7, 200);
      assertThat(classes(monitor.recorder("r2", "").snapshot()))
          .isEqualTo(classes(plain.snapshot()));
    }
  }

  private static String classes(WorkflowRun run) {
    return Flowgauge.report(run).attribution().toString() + Flowgauge.json(Flowgauge.report(run));
  }

  /** The log with the forgotten run is kept because other runs are in it. */
  @Test
  void logs_ofRunThatBeganAnew_haveNothingOfTheOneThatWasForgotten() throws IOException {
    Path logs = folder.resolve("logs");
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      monitor.recorder("other", "other").activity(Activity.of("x"));
      monitor.recorder("nightly", "nightly").activity(Activity.of("yesterday"));
      monitor.forget("nightly");
      monitor.recorder("nightly", "nightly").activity(Activity.of("today"));
    }
    for (int restart = 0; restart < 2; restart++) {
      try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
        assertThat(monitor.runs()).extracting(LiveRun::id).containsExactly("other", "nightly");
        WorkflowRun run = monitor.recorder("nightly", "").snapshot();
        assertThat(run.workflow().activities()).containsExactly(Activity.of("today"));
      }
    }
  }

  @Test
  void logs_thatCannotBeOpened_leaveNothingOpen() throws Exception {
    Path logs = folder.resolve("logs");
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      recordHalf(monitor.recorder("r1", "two"));
    }
    Path odd = Files.createDirectory(logs.resolve("runs-9999999999999.nlb"));
    assertThatThrownBy(() -> LiveMonitor.builder().logs(logs).open())
        .isInstanceOf(IOException.class);
    // The thread of a log ends a moment after the log is closed.
    Eventually.holds(
        () ->
            Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("flowgauge-log ")));
    Files.delete(odd);
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      assertThat(monitor.runs()).extracting(LiveRun::id).containsExactly("r1");
    }
  }

  @Test
  void logs_usedByAnotherMonitor_areRefused() throws IOException {
    try (LiveMonitor first = LiveMonitor.builder().logs(folder).open()) {
      assertThat(first.runs()).isEmpty();
      assertThatThrownBy(() -> LiveMonitor.builder().logs(folder).open())
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by another monitor");
    }
  }

  @Test
  void archive_whenThereAreTooManyActivities_takesThoseThatFinishedFirst() throws Exception {
    List<String> stored = Collections.synchronizedList(new ArrayList<>());
    Path logs = folder.resolve("logs");
    try (LiveMonitor monitor =
        LiveMonitor.builder().logs(logs).archive(run -> stored.add(run.name()), 4).open()) {
      for (String id : List.of("r1", "r2", "r3")) {
        RunRecorder recorder = monitor.recorder(id, id);
        recordHalf(recorder);
        recordRest(recorder);
        Eventually.holds(() -> monitor.run(id).map(LiveRun::isFinished).orElse(true));
      }
      Eventually.holds(() -> monitor.runs().size() == 2);
      assertThat(stored).containsExactly("r1");
    }
    try (LiveMonitor monitor = LiveMonitor.builder().logs(logs).open()) {
      assertThat(monitor.runs()).extracting(LiveRun::id).containsExactly("r2", "r3");
    }
  }

  /** As {@code logrotate} does it: the engine goes on in a new file. */
  @Test
  void follow_logThatIsMoved_seesTheWholeRun() throws Exception {
    Path file = folder.resolve("run.nlb");
    try (EventLog log = EventLog.open(file);
        LiveMonitor monitor = LiveMonitor.open()) {
      RunRecorder recorder = RunLog.begin(log, "r", "r").alongside(Flowgauge.recorder("r"));
      recordHalf(recorder);
      log.flush();
      LiveRun run = monitor.follow(file);
      Eventually.holds(() -> run.changes() > 0);
      Files.move(file, folder.resolve("run.nlb.1"));
      recordRest(recorder);
      log.flush();
      Eventually.holds(run::isFinished);
      assertThat(run.view().orElseThrow().run().executions())
          .hasSize(2)
          .allMatch(ActivityExecution::isCompleted);
    }
  }

  /** The engine goes on while the archive, perhaps a slow database, stores what there was. */
  @Test
  void archive_whileMoreIsRecorded_storesItAgain() throws Exception {
    List<Integer> stored = Collections.synchronizedList(new ArrayList<>());
    AtomicReference<RunRecorder> recorder = new AtomicReference<>();
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .archive(
                run -> {
                  if (stored.isEmpty()) {
                    recorder.get().activity(Activity.of("late"));
                  }
                  stored.add(run.workflow().activityCount());
                },
                1)
            .open()) {
      recorder.set(monitor.recorder("r1", "r1"));
      recordHalf(recorder.get());
      recordRest(recorder.get());
      Eventually.holds(() -> monitor.runs().isEmpty());
    }
    assertThat(stored).containsExactly(2, 3);
  }

  @Test
  void recorder_shown_isNamed() throws IOException {
    try (LiveMonitor plain = LiveMonitor.open();
        LiveMonitor logging = LiveMonitor.builder().logs(folder).open()) {
      assertThat(plain.recorder("r1", "two")).hasToString("Recorder[two, 0 activities]");
      assertThat(logging.recorder("r1", "two")).hasToString("Recorder[two, 0 activities]");
    }
  }

  @Test
  void forget_thenRecordedWithTheOldRecorder_isWarnedOfOnce() throws Exception {
    try (Warnings warnings = new Warnings();
        LiveMonitor monitor = LiveMonitor.open()) {
      RunRecorder old = monitor.recorder("r1", "r1");
      recordHalf(old);
      monitor.forget("r1");
      old.diagnostic(Diagnostic.info("here", "a remark, which is not missed"));
      assertThat(warnings.messages()).isEmpty();
      recordRest(old);
      recordHalf(monitor.recorder("r1", "r1"));
      assertThat(warnings.messages())
          .singleElement()
          .asString()
          .startsWith("more is recorded of run r1, which was forgotten or archived, and is lost:");
    }
  }

  @Test
  void archive_thatFails_keepsTheRun() throws Exception {
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .archive(
                run -> {
                  throw new IOException("the disk is full");
                },
                1)
            .open()) {
      RunRecorder recorder = monitor.recorder("r1", "two");
      recordHalf(recorder);
      recordRest(recorder);
      LiveRun run = monitor.run("r1").orElseThrow();
      Eventually.holds(() -> run.trouble().contains("the disk is full"));
      assertThat(monitor.runs()).containsExactly(run);
    }
  }

  @Test
  void archive_thatThrows_keepsTheRunAndStoresOthers() throws Exception {
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .archive(
                run -> {
                  if (run.name().equals("odd")) {
                    throw new IllegalStateException("no such run");
                  }
                },
                1)
            .open()) {
      for (String id : List.of("odd", "plain")) {
        RunRecorder recorder = monitor.recorder(id, id);
        recordHalf(recorder);
        recordRest(recorder);
      }
      LiveRun odd = monitor.run("odd").orElseThrow();
      Eventually.holds(() -> odd.trouble().contains("no such run"));
      Eventually.holds(() -> monitor.run("plain").isEmpty());
      assertThat(monitor.runs()).containsExactly(odd);
      assertGoesOn(monitor);
    }
  }

  @Test
  void archive_whenThereAreTooManyActivities_leavesFollowedRunsAlone() throws Exception {
    try (LiveMonitor monitor = LiveMonitor.builder().archive(run -> {}, 1).open()) {
      LiveRun followed = monitor.follow(Checkout.root().resolve("samples/montage"));
      followed.end();
      RunRecorder recorder = monitor.recorder("r1", "two");
      recordHalf(recorder);
      recordRest(recorder);
      Eventually.holds(() -> monitor.run("r1").isEmpty());
      assertThat(monitor.runs()).containsExactly(followed);
    }
  }

  /** Checks that the monitor still sees what is recorded. */
  private static void assertGoesOn(LiveMonitor monitor) throws Exception {
    recordHalf(monitor.recorder("later", "two"));
    Eventually.holds(() -> monitor.run("later").orElseThrow().changes() > 0);
  }

  /** The time of a discarded event must not become the time of a view. */
  @Test
  void view_afterAnEventOutOfRange_isUpToTheLastEventThatCounts() throws Exception {
    try (LiveMonitor monitor = LiveMonitor.builder().quiet(ofMillis(1)).open()) {
      RunRecorder recorder = monitor.recorder("r1", "two");
      recorder.timeBase(TimeBase.RELATIVE);
      recordHalf(recorder);
      recorder.record("b", EventType.COMPLETED, Long.MAX_VALUE, 1);
      recorder.record("b", EventType.COMPLETED, BEGIN.plusSeconds(50), 0);
      recorder.end(Long.MAX_VALUE);
      LiveRun run = monitor.run("r1").orElseThrow();
      Eventually.holds(() -> run.changes() > 0);
      assertThat(run.progress()).isPresent();
      LiveView view = run.view().orElseThrow();
      assertThat(view.run().makespan()).contains(ofSeconds(12));
      assertThat(view.running()).hasSize(1);
      assertThat(run.isFinished()).isFalse();
      assertThat(run.trouble()).isEmpty();
    }
  }

  /** A problem with one run must not end the thread that serves all of them. */
  @Test
  void clock_thatFails_isTheTroubleOfTheRunThatAsksIt() throws Exception {
    AtomicBoolean isBroken = new AtomicBoolean();
    try (LiveMonitor monitor =
        LiveMonitor.builder()
            .quiet(ofMillis(1))
            .clock(
                () -> {
                  if (isBroken.get()) {
                    throw new IllegalStateException("no time");
                  }
                  return BEGIN.plusSeconds(20);
                })
            .open()) {
      recordHalf(monitor.recorder("r1", "two"));
      LiveRun run = monitor.run("r1").orElseThrow();
      Eventually.holds(() -> run.changes() > 0);
      isBroken.set(true);
      Eventually.holds(() -> run.trouble().contains("no time"));
      isBroken.set(false);
      assertGoesOn(monitor);
    }
  }

  /** As on a network file system that is unavailable for a while. */
  @Test
  void follow_fileThatIsAwayForAWhile_isNoTroubleAfterwards() throws Exception {
    Path trace = Files.copy(Samples.MONTAGE.resolve("trace.txt"), folder.resolve("trace.txt"));
    try (LiveMonitor monitor = LiveMonitor.open()) {
      LiveRun run = monitor.follow(trace);
      assertThat(run.look()).isTrue();
      Files.move(trace, folder.resolve("away"));
      Eventually.holds(() -> !run.look());
      assertThat(run.trouble()).contains("there is no such file");
      Files.move(folder.resolve("away"), trace);
      Eventually.holds(run::look);
    }
  }

  @Test
  void follow_missingFile_isRefused() {
    try (LiveMonitor monitor = LiveMonitor.open()) {
      assertThatThrownBy(() -> monitor.follow(folder.resolve("nowhere.txt")))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessageContaining("there is no such file");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace.txt", "empty.nlb"})
  void view_ofFileThatNeverBecameARun_isEmptyAfterItsEnd(String name) throws Exception {
    Path file = Files.createFile(folder.resolve(name));
    try (LiveMonitor monitor = LiveMonitor.open()) {
      LiveRun run = monitor.follow(file);
      run.end();
      assertThat(run.isFinished()).isTrue();
      assertThat(run.view()).isEmpty();
      assertThat(run.forecast()).isEmpty();
    }
  }

  @Test
  void follow_fileThatIsNoRunYet_waitsForItToBecomeOne() throws Exception {
    Path file = folder.resolve("trace.txt");
    Files.writeString(file, "");
    try (LiveMonitor monitor = LiveMonitor.builder().quiet(ofMillis(50)).open()) {
      LiveRun run = monitor.follow(file);
      Eventually.holds(() -> !run.trouble().isEmpty());
      assertThat(run.view()).isEmpty();
      assertThat(run.forecast()).isEmpty();
      Files.write(file, Files.readAllBytes(Samples.MONTAGE.resolve("trace.txt")));
      Eventually.holds(() -> run.trouble().isEmpty() && run.isFinished());
      assertThat(run.view().orElseThrow().run().workflow().activityCount()).isPositive();
    }
  }
}
