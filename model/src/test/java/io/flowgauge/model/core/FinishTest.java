package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The last snapshot of a recorder. */
class FinishTest {
  private static final int ACTIVITIES = 100;
  private static final EventType[] TYPES = EventType.values();
  private static final EventType[] TIMED = {
    EventType.STARTED, EventType.SUBMITTED, EventType.PENDING, EventType.ACTIVE
  };

  private final Recorder recorder = new Recorder("run");

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void finish_anyRun_sameAsSnapshot(long seed) {
    record(seed, recorder);
    List<String> expected = described(recorder.snapshot());
    Recorder unasked = new Recorder("run");
    record(seed, unasked);
    assertThat(described(unasked.finish())).isEqualTo(expected);
    assertThat(described(recorder.finish())).isEqualTo(expected);
  }

  @Test
  void finish_recorderAfterwards_asEmptyAsANewOne() {
    record(1, recorder);
    recorder.finish();
    assertThat(described(recorder.snapshot())).isEqualTo(described(new Recorder("run").snapshot()));
    assertThat(described(recorder.finish())).isEqualTo(described(new Recorder("run").finish()));
  }

  @Test
  void finish_recordedAfterwards_isOfARunOfItsOwn() {
    record(1, recorder);
    WorkflowRun before = recorder.snapshot();
    WorkflowRun finished = recorder.finish();
    List<String> expected = described(finished);
    record(2, recorder);
    Recorder other = new Recorder("run");
    record(2, other);
    assertThat(described(recorder.snapshot())).isEqualTo(described(other.snapshot()));
    assertThat(described(finished)).isEqualTo(expected);
    assertThat(described(before)).isEqualTo(expected);
  }

  @Test
  @Timeout(60)
  void finish_recorderKept_releasesWhatItRecorded() throws InterruptedException {
    WeakReference<Activity> recorded = recordActivity();
    recorder.finish();
    while (recorded.get() != null) {
      System.gc();
      Thread.sleep(10);
    }
    assertThat(recorder.snapshot().workflow().activityCount()).isZero();
  }

  private WeakReference<Activity> recordActivity() {
    Activity activity = Activity.of("a").withIteration(1);
    recorder.activity(activity);
    return new WeakReference<>(activity);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
  void finish_someTypesNeverRecorded_othersAsRecorded(int recorded) {
    for (int a = 0; a < 3; a++) {
      for (int type = 0; type < 4; type++) {
        if ((recorded >> type & 1) != 0) {
          recorder.record("a" + a, TIMED[type], 10 * a + type, 1);
        }
      }
      recorder.record("a" + a, EventType.COMPLETED, 10 * a + 5, 1);
    }
    recorder.ideal("a1", 7);
    ColumnarRun run = (ColumnarRun) recorder.finish();
    for (int a = 0; a < 3; a++) {
      long[] times = {run.started(a), run.submitted(a), run.pending(a), run.active(a)};
      for (int type = 0; type < 4; type++) {
        boolean known = (recorded >> type & 1) != 0;
        assertThat(times[type]).isEqualTo(known ? 10 * a + type : Columns.ABSENT);
      }
      assertThat(run.ended(a)).isEqualTo(10 * a + 5);
      assertThat(run.lastFailed(a)).isEqualTo(Columns.ABSENT);
      assertThat(run.ideal(a)).isEqualTo(a == 1 ? 7 : Columns.ABSENT);
    }
  }

  @Test
  void of_columnsOfEvents_letGoOfTheEventsTheyAreMadeOf() {
    EventSequence events = new EventSequence();
    for (int k = 0; k < 5_000; k++) {
      events.add(k % 7, EventSequence.code(EventType.STARTED), k, 1);
    }
    EventSequence.Prefix prefix = events.prefix();
    EventColumns columns = EventColumns.of(prefix, 7, Long.MAX_VALUE);
    assertThat(prefix.blocks()).isNotEmpty().containsOnlyNulls();
    assertThat(columns.times).hasSize(5_000);
    assertThat(EventColumns.of(events.prefix(), 7, Long.MAX_VALUE).times).hasSize(5_000);
  }

  @RepeatedTest(5)
  void finish_whileOthersRecord_eachEventIsOfOneRun() throws Exception {
    int events = 20_000;
    int threads = 3;
    List<WorkflowRun> runs = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> recording = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        int thread = t;
        recording.add(pool.submit(() -> recordOneByOne(thread, events)));
      }
      while (!recording.stream().allMatch(Future::isDone)) {
        runs.add(recorder.finish());
      }
      for (Future<?> each : recording) {
        each.get();
      }
    } finally {
      pool.shutdownNow();
    }
    runs.add(recorder.finish());
    long found = 0;
    for (WorkflowRun run : runs) {
      for (ActivityExecution execution : run.executions()) {
        String id = execution.activity().id();
        // The time shows which activity it was recorded for.
        assertThat(execution.graph().events())
            .allMatch(event -> event.epochNanos() % ACTIVITIES == Long.parseLong(id));
        found += execution.graph().events().size();
      }
    }
    assertThat(found).isEqualTo((long) threads * events);
  }

  private void recordOneByOne(int thread, int events) {
    Random random = new Random(thread);
    for (int k = 0; k < events; k++) {
      int activity = random.nextInt(ACTIVITIES);
      long time = ((long) thread * events + k) * ACTIVITIES + activity;
      recorder.record("" + activity, EventType.ACTIVE, time, 1);
    }
  }

  /** Records a run with a few of every kind of record. */
  private static void record(long seed, RunRecorder into) {
    Random random = new Random(seed);
    into.processor(new Processor("p0", 1, 2, "site"));
    into.timeBase(TimeBase.UNKNOWN_ZONE);
    into.service(new ServiceInterval("queue", 5, 9));
    into.diagnostic(Diagnostic.info("here", "seed " + seed));
    into.activity(null);
    // Some runs lack one event type, so that its column shares an array with others.
    EventType lacking = TYPES[random.nextInt(TYPES.length)];
    for (int k = 0; k < 3 * ACTIVITIES; k++) {
      String id = "a" + random.nextInt(ACTIVITIES);
      EventType type = TYPES[random.nextInt(TYPES.length)];
      int attempt = 1 + random.nextInt(2);
      if (type != lacking) {
        into.record(id, type, random.nextInt(1_000), attempt);
      }
      into.dependency(id, "a" + random.nextInt(ACTIVITIES));
      into.assign(id, attempt, "p" + random.nextInt(3));
      switch (random.nextInt(6)) {
        case 0 -> into.activity(Activity.of(id, "type").withAttribute("k", "" + k));
        case 1 -> into.wallclock(id, random.nextInt(100));
        case 2 -> into.ideal(id, random.nextInt(100));
        case 3 -> into.phaseTime(id, PhaseType.STAGE_IN, random.nextInt(100));
        case 4 -> into.wallclock(id, attempt, random.nextInt(100));
        default -> into.phase(id, new Phase("copy", k, k + 1));
      }
    }
    into.start(0);
    into.end(2_000);
    into.recordedMakespan(1);
  }

  private static List<String> described(WorkflowRun run) {
    List<String> all = new ArrayList<>();
    all.add(run.name() + run.makespan() + run.timeBase() + run.startNanos() + run.endNanos());
    all.add("" + run.processors() + run.services() + run.hostLoads() + run.diagnostics());
    all.add("" + run.isEnded() + run.isFinished() + run.workflow().dependencies());
    ColumnarRun columns = (ColumnarRun) run;
    for (ActivityExecution execution : run.executions()) {
      int a = run.workflow().indexOf(execution.activity().id());
      all.add(
          execution.activity()
              + execution.activity().attributes().toString()
              + execution.graph().events()
              + execution.attempts()
              + execution.wallclock()
              + columns.begin(a)
              + columns.ideal(a)
              + columns.lastFailed(a)
              + columns.processor(a)
              + columns.phases(a)
              + columns.phaseTimes(a));
    }
    return all;
  }
}
