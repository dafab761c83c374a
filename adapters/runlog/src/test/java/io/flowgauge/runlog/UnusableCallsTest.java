package io.flowgauge.runlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One invalid call or event damages neither the run nor its log. */
class UnusableCallsTest {
  @TempDir private Path folder;

  private static List<String> messages(WorkflowRun run) {
    return run.diagnostics().stream().map(Diagnostic::message).toList();
  }

  @Test
  void log_nulls_neitherThrowAndAreCountedByTheReader() throws IOException {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "nulls");
      LoggedActivity a = run.activity(Activity.of("a"));
      a.log(null, 1);
      a.log(null, 1, 7);
      a.assign(1, null);
      a.phase(null);
      a.phaseTime(null, 1);
      run.record(null, EventType.ACTIVE, 1);
      run.record("", EventType.ACTIVE, 7, 1);
      run.activity((Activity) null).log(EventType.ACTIVE, 1);
      run.dependency("a", null);
      run.wallclock(null, 1);
      run.processor(null);
      run.service(null);
      run.timeBase(null);
      run.diagnostic(null);
      run.regions(null);
      a.log(EventType.COMPLETED, 1, 9);
    }
    WorkflowRun run = Flowgauge.read(file);
    assertThat(run.workflow().activities()).containsExactly(Activity.of("a"));
    assertThat(run.execution(0).graph().events()).hasSize(1);
    assertThat(run.diagnostics())
        .filteredOn(d -> d.message().startsWith("not recorded: an event with a null or empty"))
        .singleElement()
        .extracting(Diagnostic::where)
        .isEqualTo("recorder and 4 more");
    assertThat(messages(run).stream().filter(m -> m.startsWith("not recorded"))).hasSize(12);
  }

  @Test
  void alongside_finished_letsGoOfTheRun() throws IOException {
    RunRecorder recorder = Flowgauge.recorder("run");
    try (EventLog log = EventLog.open(Runs.log(folder))) {
      RunRecorder both = RunLog.begin(log, "r1", "run").alongside(recorder);
      both.activity(Activity.of("a"));

      assertThat(both.finish().workflow().activityCount()).isOne();
      assertThat(recorder.snapshot().workflow().activityCount()).isZero();
    }
  }

  @Test
  void alongside_badCalls_recorderAndLogAgree() throws IOException {
    Path file = Runs.log(folder);
    RunRecorder recorder = Flowgauge.recorder("run");
    try (EventLog log = EventLog.open(file)) {
      RunRecorder both = RunLog.begin(log, "r1", "run").alongside(recorder);
      both.activity(Activity.of("a").withAttribute("cores", "2"));
      both.activity(Activity.of("b"));
      both.regions(Region.sequence("a", "b"));
      both.dependency("a", "b");
      both.dependency("b", "a");
      both.dependency("a", "a");
      both.record("", EventType.ACTIVE, 1, 1);
      both.record("a", null, 1, 1);
      both.record(null);
      both.record("a", EventType.ACTIVE, (Instant) null, 1);
      both.phase(null, null);
      both.activity(Activity.of("dyn"));
      both.dependency("a", "dyn");
      both.activity(Activity.of("a").withAttribute("exit", "0"));
    }
    WorkflowRun run = recorder.snapshot();
    WorkflowRun again = Flowgauge.read(file);
    assertThat(Runs.facts(again)).isEqualTo(Runs.facts(run));
    assertThat(Runs.remarks(again)).isEqualTo(Runs.remarks(run));
    assertThat(again.workflow().dependencies())
        .containsExactly(new Dependency("a", "b"), new Dependency("a", "dyn"));
    assertThat(again.workflow().activity(0).attributes())
        .containsEntry("cores", "2")
        .containsEntry("exit", "0");
    assertThat(messages(again))
        .anyMatch(m -> m.equals("not recorded: it closes a cycle, a -> b -> a"));
  }

  @Test
  void snapshot_cycleInFollowedLog_isLeftOut() throws Exception {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "followed");
      run.dependency("a", "b");
      run.dependency("b", "a");
      log.flush();
      try (RunFollower follower = RunFollower.open(file)) {
        assertThat(follower.snapshot(Instant.now()).orElseThrow().workflow().dependencies())
            .containsExactly(new Dependency("a", "b"));
      }
    }
  }

  @Test
  void read_eventsThatMakeNoSense_areLeftOutEachByItself() throws IOException {
    Path file = Runs.log(folder);
    try (EventLog log = EventLog.open(file)) {
      RunLog run = RunLog.begin(log, "r1", "odd");
      long id = Lifelines.of("r1");
      long a = Lifelines.of("r1", "a");
      run.record("a", EventType.COMPLETED, 9, 1);
      log.declare(RunSchemas.ACTIVITY).log(a, id, 0, 0, "a", "", "compute");
      log.declare(RunSchemas.PROCESSOR).log(id, 0, 1.0, "p", "");
      log.declare(RunSchemas.UNUSABLE).log(id, "telepathy");
      log.declare(RunSchemas.REGION).log(id, 0, 0, -1, 0, "sequence", "");
      log.declare(RunSchemas.REGIONS).log(id, 0, 1, 0);
    }
    WorkflowRun run = Flowgauge.read(file);
    assertThat(run.execution("a").orElseThrow().graph().events()).hasSize(1);
    assertThat(run.processors()).isEmpty();
    assertThat(messages(run))
        .anyMatch(m -> m.startsWith("not used: LogEvent["))
        .contains("2 more events are not used")
        .anyMatch(m -> m.startsWith("the region tree is not used: a region of kind sequence"));
  }
}
