package io.flowgauge.runlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of two hosts, followed while they are logged. */
class RunsFollowerTest {
  private static final int STEPS = 300;
  private static final int MOST = 10;

  @TempDir private Path folder;
  private final Map<String, RunRecorder> followed = new LinkedHashMap<>();

  private Optional<RunRecorder> begin(LoggedRun run) {
    return Optional.of(followed.computeIfAbsent(run.id(), id -> Flowgauge.recorder(run.name())));
  }

  private void assertFollowedAsRead(Path... files) throws IOException {
    try (LoggedRuns runs = LoggedRuns.open(files)) {
      assertThat(followed.keySet())
          .containsExactlyInAnyOrderElementsOf(runs.list().stream().map(LoggedRun::id).toList());
      for (LoggedRun run : runs.list()) {
        assertThat(Runs.facts(followed.get(run.id()).snapshot()))
            .as(run.id())
            .isEqualTo(Runs.facts(runs.read(run.id())));
      }
    }
  }

  @Test
  void update_twoRunsOfTwoHosts_areAsReadFromTheSameFiles() throws Exception {
    Path head = folder.resolve("head.nlb");
    Path node = folder.resolve("node.nlb");
    try (EventLog ofHead = EventLog.to(head).host("head").open();
        EventLog ofNode = EventLog.to(node).host("node").open();
        RunsFollower follower = RunsFollower.open(this::begin, node, head)) {
      RunLog shared = RunLog.begin(ofHead, "shared", "both hosts");
      RunLog part = RunLog.join(ofNode, "shared");
      RunLog own = RunLog.begin(ofNode, "own", "one host");
      for (int k = 0; k < STEPS; k++) {
        String id = "a" + k;
        part.record(
            id, EventType.ACTIVE, 1000L + k, 1); // Possibly before the activity is declared.
        shared.activity(Activity.of(id, "project").withAttribute("file", "f" + k));
        own.activity(Activity.of(id, "solve")).log(EventType.STARTED, 1);
        shared.dependency(id, "add");
        part.record(id, EventType.COMPLETED, 2000L + k, 1);
        if (k % 7 == 0) {
          ofNode.flush();
          follower.update();
        }
      }
      own.end(5000);
      shared.end(6000);
      ofHead.flush();
      ofNode.flush();
      follower.update();
      assertThat(follower.update()).isZero();
      assertThat(follower.runs()).hasSize(2);
      assertThat(follower.lostEvents()).isZero();
    }
    assertThat(followed.get("shared").snapshot().executions()).hasSize(STEPS + 1);
    assertFollowedAsRead(head, node);
  }

  @Test
  void update_anyRunsFromTwoThreads_areAsReadFromTheSameFile() throws Exception {
    for (int seed = 0; seed < 20; seed++) {
      followed.clear();
      Path file = folder.resolve(seed + ".nlb");
      try (EventLog log = EventLog.open(file);
          RunsFollower follower = RunsFollower.open(this::begin, file)) {
        Thread one = recording(log, "r" + seed, seed);
        Thread two = recording(log, "s" + seed, 1000 + seed);
        while (one.isAlive() || two.isAlive()) {
          follower.update();
        }
        log.flush();
        follower.update();
      }
      assertFollowedAsRead(file);
    }
  }

  private static Thread recording(EventLog log, String id, int seed) {
    Thread thread =
        new Thread(
            () ->
                RandomRuns.record(
                    seed, RunLog.begin(log, id, "any").alongside(Flowgauge.recorder("any"))));
    thread.start();
    return thread;
  }

  private List<String> saidTo(String run) {
    return followed.get(run).snapshot().diagnostics().stream().map(Diagnostic::message).toList();
  }

  /** As when the buffers of a site are full while its runs are watched. */
  @Test
  void update_eventsWereDropped_areReportedToTheRunsOfTheTime() throws Exception {
    Path file = folder.resolve("x.nlb");
    String tooLong = "x".repeat(70_000);
    try (EventLog log = EventLog.open(file);
        RunsFollower follower = RunsFollower.open(this::begin, file)) {
      DeclaredEvent any = log.declare(EventSchema.named("any").string("text").build());
      RunLog run = RunLog.begin(log, "r", "during");
      any.log(tooLong);
      log.flush();
      run.activity(Activity.of("a", "solve"));
      log.flush();
      follower.update();
      assertThat(saidTo("r"))
          .containsExactly("1 event was dropped when it was logged, perhaps of this run");

      RunLog.begin(log, "later", "after");
      log.flush();
      follower.update();
      assertThat(saidTo("later")).isEmpty();
      any.log(tooLong);
      any.log(tooLong);
      run.end(5000);
      log.flush();
      follower.update();
      String more = "2 events were dropped when they were logged, perhaps some of this run";
      assertThat(saidTo("r")).hasSize(2).contains(more);
      assertThat(saidTo("later")).containsExactly(more);
    }
  }

  @Test
  void take_runThatDoesNotBegin_isGivenUp_andOthersGoOn() {
    RunIntakes<RunIntake> intakes =
        new RunIntakes<>(
            run -> new RunIntake(Lifelines.of(run.id()), begin(run).orElseThrow()), MOST);
    for (long k = 0; k < MOST + 1; k++) {
      intakes.take(new OneEvent(k, RunSchemas.KNOWN, Lifelines.of("gone", "a" + k), 4L, "a" + k));
    }
    assertThat(intakes.discardedCount()).isEqualTo(MOST + 1);
    long run = Lifelines.of("r");
    long activity = Lifelines.of("r", "a");
    intakes.take(
        new OneEvent(1, RunSchemas.ACTIVITY, activity, run, 0, 0, "a", "align", "compute"));
    intakes.take(new OneEvent(2, RunSchemas.BEGIN, run, "r", "here"));
    assertThat(followed.get("r").snapshot().workflow().find("a").orElseThrow().type())
        .isEqualTo("align");
  }
}
