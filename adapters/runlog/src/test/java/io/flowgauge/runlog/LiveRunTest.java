package io.flowgauge.runlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.CodeProfile.CodeRegion;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.StateInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveRunTest {
  private static final int THREADS = 4;
  private static final int ACTIVITIES = 500;
  private static final int ALL = THREADS * ACTIVITIES;
  private static final int EVENTS = 3 * ALL;

  @TempDir private Path folder;

  @Test
  void read_runGoingOn_hasWhatRunsNow() throws Exception {
    Path file = Runs.log(folder);
    Instant before = Instant.now();
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "live");
      LoggedActivity first = run.activity(Activity.of("first", "plan"));
      run.dependency("first", "second");
      first.log(EventType.STARTED, 1);
      first.log(EventType.ACTIVE, 1);
      first.assign(1, "p1");
      assertThat(log.flush()).isTrue();

      WorkflowRun now = Flowgauge.read(file);
      assertThat(now.name()).isEqualTo("live");
      assertThat(now.isFinished()).isFalse();
      assertThat(state(now, "first").state()).isEqualTo(ActivityState.PROCESSING);
      assertThat(state(now, "first").isOpen()).isTrue();
      assertThat(state(now, "first").leading().time()).isBetween(before, Instant.now());
      assertThat(now.execution("first").orElseThrow().processor()).contains("p1");
      assertThat(now.diagnostics()).anyMatch(d -> d.message().contains("still being written"));
    }
    assertThat(Flowgauge.read(file).diagnostics())
        .noneMatch(d -> d.message().contains("still being written"));
  }

  private static StateInterval state(WorkflowRun run, String id) {
    List<StateInterval> states = run.execution(id).orElseThrow().graph().states();
    return states.get(states.size() - 1);
  }

  @Test
  void update_growingLog_feedsRecorder() throws Exception {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      log.event("something.else").with("n", 1).log();
      log.flush();
      try (RunFollower follower = RunFollower.open(file)) {
        assertThat(follower.run()).isEmpty();
        assertThat(follower.snapshot(Instant.now())).isEmpty();

        RunLog run = RunLog.begin(log, "r1", "live");
        LoggedActivity a = run.activity(Activity.of("a").withAttribute("cpus", "4"));
        a.log(EventType.ACTIVE, 1, 1_000_000_000L);
        log.flush();
        assertThat(follower.update()).isGreaterThan(3);
        WorkflowRun running = follower.snapshot(Instant.ofEpochSecond(11)).orElseThrow();
        assertThat(running.isFinished()).isFalse();
        assertThat(state(running, "a").duration()).hasSeconds(10);
        assertThat(follower.update()).isZero();

        run.record("b", EventType.STARTED, 2_000_000_000L, 1);
        run.regions(Region.parallel("a", "b"));
        a.log(EventType.COMPLETED, 1, 5_000_000_000L);
        run.record("b", EventType.FAILED, 6_000_000_000L, 1);
        log.flush();
        follower.update();
        Instant later = Instant.ofEpochSecond(11);
        assertThat(follower.snapshot(later).orElseThrow().isFinished()).isFalse();

        run.end(7_000_000_000L);
        log.flush();
        follower.update();
        WorkflowRun done = follower.snapshot(later).orElseThrow();
        assertThat(done.isFinished()).isTrue();
        assertThat(done.makespan().orElseThrow()).hasSeconds(5);
        assertThat(done.workflow().find("a").orElseThrow().attributes()).containsEntry("cpus", "4");
        assertThat(follower.losses()).isEmpty();
      }
    }
  }

  @Test
  void update_twoLogs_waitsForDeclarationOfTheOther() throws Exception {
    Path engine = folder.resolve("engine.nlb");
    Path worker = folder.resolve("worker.nlb");
    try (EventLog of = EventLog.open(engine);
        EventLog at = EventLog.to(worker).host("w1").open();
        RunFollower follower =
            RunFollower.open(Optional.of("r"), Flowgauge::recorder, worker, engine)) {
      // Logged before the lifeline is declared.
      at.declare(RunSchemas.atGivenTime(EventType.ACTIVE)).log(Lifelines.of("r", "a"), 1, 7L);
      at.flush();
      RunLog.begin(of, "other", "another run").record("a", EventType.STARTED, 1);
      RunLog run = RunLog.begin(of, "r", "mine");
      of.flush();
      follower.update();
      assertThat(follower.snapshot(Instant.now()).orElseThrow().workflow().activityCount())
          .isZero();
      run.activity(Activity.of("a"));
      of.flush();
      follower.update();
      WorkflowRun now = follower.snapshot(Instant.now()).orElseThrow();
      assertThat(now.name()).isEqualTo("mine");
      assertThat(now.execution("a").orElseThrow().graph().events())
          .containsExactly(new ActivityEvent("a", EventType.ACTIVE, 7, 1));
    }
  }

  /** The blocks of one thread may be read before those of another. */
  @Test
  void update_eventBeforeTheNameOfItsActivity_waitsForIt() throws Exception {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "live");
      log.declare(RunSchemas.atGivenTime(EventType.STARTED)).log(Lifelines.of("r1", "a"), 1, 5L);
      run.record("a", EventType.ACTIVE, 6L, 1);
      log.flush();
      try (RunFollower follower = RunFollower.open(file)) {
        WorkflowRun now = follower.snapshot(Instant.now()).orElseThrow();
        assertThat(now.execution("a").orElseThrow().graph().events()).hasSize(2);
      }
    }
    assertThat(Flowgauge.read(file).execution("a").orElseThrow().graph().events()).hasSize(2);
  }

  @Test
  void regions_declaredAgainAfterARestart_areTheLast() throws IOException {
    Path file = Runs.log(folder);
    for (Region root :
        List.of(Region.sequence("a", Region.parallel("b", "c")), Region.sequence("a", "b", "c"))) {
      try (EventLog log = EventLog.open(file)) {
        RunLog run = RunLog.begin(log, "r1", "restarted");
        List.of("a", "b", "c").forEach(id -> run.activity(Activity.of(id)));
        run.regions(root);
      }
    }
    WorkflowRun run = Flowgauge.read(file);
    assertThat(run.workflow().regions().members()).hasSize(3);
    assertThat(run.diagnostics()).noneMatch(d -> d.message().contains("region tree"));
  }

  /** The new process does not know what the previous one logged about an earlier attempt. */
  @Test
  void codeProfile_afterARestart_hasNothingOfTheAttemptBefore() throws IOException {
    Path file = Runs.log(folder);
    List<CodeProfile> profiles =
        List.of(
            new CodeProfile(5, List.of(new CodeRegion("lib:f", "f.c", 9, 9, 9, 0)), List.of()),
            new CodeProfile(7, List.of(new CodeRegion("lib:g", "g.c", 1, 1, 1, 0)), List.of()));
    for (CodeProfile profile : profiles) {
      try (EventLog log = EventLog.open(file)) {
        RunLog run = RunLog.begin(log, "r1", "restarted");
        run.activity(Activity.of("a"));
        run.codeProfile("a", profile);
      }
    }
    assertThat(Flowgauge.read(file).execution("a").orElseThrow().codeProfiles())
        .containsExactly(profiles.get(1));
  }

  /** An activity that the run lacks, such as one of a branch that was not taken. */
  @Test
  void regions_withAnActivityThatTheRunLacks_areThoseOfTheRecorder() throws IOException {
    Path file = Runs.log(folder);
    RunRecorder recorder = Flowgauge.recorder("branches");
    try (EventLog log = EventLog.open(file)) {
      RunRecorder run = RunLog.begin(log, "r1", "branches").alongside(recorder);
      run.activity(Activity.of("a"));
      run.activity(Activity.of("b"));
      run.regions(Region.sequence("a", "b", "never"));
    }
    WorkflowRun read = Flowgauge.read(file);
    assertThat(read.workflow().activities()).hasSize(2);
    assertThat(read.workflow().regions().kind()).isEqualTo(RegionKind.SEQUENCE);
    assertThat(read.diagnostics()).containsAll(recorder.snapshot().diagnostics());
  }

  /** Threads that start on a busy machine may find no room; the events they drop are counted. */
  @Test
  void log_manyThreads_losesNothingUnsaid() throws Exception {
    Path file = Runs.log(folder);
    EventLog log = EventLog.open(file);
    RunLog logged = RunLog.begin(log, "r1", "threads");
    List<Thread> threads =
        IntStream.range(0, THREADS).mapToObj(t -> new Thread(() -> work(logged, t))).toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    log.close();
    WorkflowRun run = Flowgauge.read(file);
    long dropped = log.counts().dropped();
    long known = run.executions().stream().mapToLong(e -> e.graph().events().size()).sum();
    assertThat(known).isBetween(EVENTS - dropped, (long) EVENTS);
    assertThat(run.workflow().activityCount()).isBetween(ALL - (int) dropped, ALL);
    // If the ends of activities are dropped, the run seems to go on.
    assertThat(run.isFinished() || dropped > 0).isTrue();
    List<String> errors =
        run.diagnostics().stream()
            .filter(each -> each.severity().label().equals("error"))
            .map(Diagnostic::message)
            .toList();
    assertThat(errors.isEmpty()).as("%s", errors).isEqualTo(dropped == 0);
    assertThat(String.join("; ", errors)).contains(dropped == 0 ? "" : "events were dropped");
  }

  private static void work(RunLog run, int thread) {
    for (int k = 0; k < ACTIVITIES; k++) {
      LoggedActivity activity = run.activity(Activity.of(thread + "/" + k, "work"));
      activity.log(EventType.STARTED, 1);
      activity.log(EventType.ACTIVE, 1);
      activity.log(EventType.COMPLETED, 1);
    }
  }

  @Test
  void read_engineAndWorkerInOneFolder_isOneRun() throws IOException {
    try (EventLog engine = EventLog.to(folder.resolve("engine.nlb")).host("head").open();
        EventLog worker = EventLog.to(folder.resolve("worker.nlb")).host("w1").open()) {
      RunLog run = RunLog.begin(engine, "r1", "spread");
      RunLog part = RunLog.join(worker, "r1");
      run.activity(Activity.of("a", "work"));
      run.record("a", EventType.SUBMITTED, 10, 1);
      part.record("a", EventType.ACTIVE, 20, 1);
      part.assign("a", 1, "w1");
      part.record("a", EventType.COMPLETED, 30, 1);
    }
    for (Path path : List.of(folder, folder.resolve("engine.nlb"))) {
      WorkflowRun run = Flowgauge.read(path);
      assertThat(run.execution("a").orElseThrow().graph().events()).hasSize(3);
      assertThat(run.execution("a").orElseThrow().activity().type()).isEqualTo("work");
      assertThat(run.isFinished()).isTrue();
    }
    assertThatThrownBy(
            () ->
                Flowgauge.read(
                    Files.copy(
                        folder.resolve("worker.nlb"),
                        Files.createDirectory(folder.resolve("alone")).resolve("w.nlb"))))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a companion of a run of the format event-log, without the run");
  }

  @Test
  void read_severalRuns_areListedAndChosen() throws IOException {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      RunLog one = RunLog.begin(log, "r1", "one");
      RunLog two = RunLog.begin(log, "r2", "two");
      one.record("a", EventType.COMPLETED, 1, 1);
      two.record("a", EventType.FAILED, 2, 1);
    }
    assertThatThrownBy(() -> Flowgauge.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found 2 runs: r1 (one), r2 (two), expected one run");
    try (LoggedRuns runs = LoggedRuns.open(file)) {
      assertThat(runs.list())
          .containsExactly(new LoggedRun("r1", "one"), new LoggedRun("r2", "two"));
      assertThat(event(runs.read("r1"))).isEqualTo(EventType.COMPLETED);
      assertThat(event(runs.read("r2"))).isEqualTo(EventType.FAILED);
      assertThatThrownBy(() -> runs.read("r3"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no run r3, but 2 runs: r1 (one), r2 (two)");
    }
    System.setProperty(RunLogReader.CHOICE, "r2");
    try {
      assertThat(event(Flowgauge.read(file))).isEqualTo(EventType.FAILED);
    } finally {
      System.clearProperty(RunLogReader.CHOICE);
    }
  }

  private static EventType event(WorkflowRun run) {
    return run.execution("a").orElseThrow().graph().events().get(0).type();
  }

  @Test
  void read_noRun_isRefusedClearly() throws IOException {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      log.event("transfer.end").with("bytes", 5).log();
    }
    assertThatThrownBy(() -> Flowgauge.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found an event log in which no reader finds a run");
  }

  @Test
  void read_otherEventsBetween_arePassedOver() throws IOException {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      log.event("run.begin").with("other", "fields").log();
      RunLog run = RunLog.begin(log, "r1", "");
      for (int k = 0; k < 1000; k++) {
        log.event("transfer.end").with("bytes", k).log();
        run.record("a" + k, EventType.COMPLETED, k, 1);
      }
    }
    WorkflowRun run = Flowgauge.read(file);
    assertThat(run.name()).isEqualTo("run");
    assertThat(run.workflow().activityCount()).isEqualTo(1000);
  }

  @Test
  void log_afterClose_doesNothing() throws IOException {
    Path file = Runs.log(folder);
    EventLog log = EventLog.open(file);
    RunLog run = RunLog.begin(log, "r1", "closed");
    log.close();
    run.record("a", EventType.STARTED, 1);
    run.activity("a").log(EventType.COMPLETED, 1);
    assertThat(Flowgauge.read(file).workflow().activityCount()).isZero();
  }
}
