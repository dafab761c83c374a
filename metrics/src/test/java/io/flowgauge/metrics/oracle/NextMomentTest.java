package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * A recorder that takes a snapshot after each call, most of which come in order of time: much of a
 * run is unchanged from one snapshot to the next. The oracle is a new recorder that records
 * everything and takes one snapshot.
 */
class NextMomentTest {
  private static final long TICK = RandomRuns.TICK;
  private static final int MEMBERS = 8;
  private static final int LARGE = 200;

  /** A statement and the moment at which it is recorded. */
  private record Step(long nanos, Consumer<RunRecorder> statement) {}

  /** A snapshot and that of a new recorder. */
  private record Pair(WorkflowRun run, WorkflowRun expected) {}

  private List<Consumer<RunRecorder>> recorded = new ArrayList<>();
  private RunRecorder watched = Flowgauge.recorder("watched");
  private List<Step> steps = new ArrayList<>();
  private Random random = new Random();

  @Property(tries = 10)
  void snapshot_ofTheNextMoment_isThatOfANewRecorder(
      @ForAll @IntRange(min = 1, max = 9) int activities, @ForAll long seed) {
    random = new Random(seed);
    watch(DamagedRuns.of(activities, random.nextLong()));
  }

  @Property(tries = 20)
  void snapshot_ofSections_isThatOfANewRecorder(
      @ForAll @IntRange(min = 1, max = 6) int parts, @ForAll long seed) {
    random = new Random(seed);
    watch(DamagedRuns.ofSections(parts, random.nextLong()));
  }

  /** An irregular region of several blocks, whose sums are reused, alone or in a section. */
  @Property(tries = 12)
  void snapshot_ofLargeIrregularRegion_isThatOfANewRecorder(
      @ForAll boolean isInSection, @ForAll long seed) {
    watchIrregular(LARGE, isInSection, seed);
    play(30);
  }

  /** An irregular region with a block of blocks. */
  @Property(tries = 4)
  void snapshot_ofHugeIrregularRegion_isThatOfANewRecorder(
      @ForAll boolean isInSection, @ForAll long seed) {
    watchIrregular(6 * LARGE, isInSection, seed);
    play(120);
  }

  /** Sums of a block with such an activity are not kept, nor are those from before. */
  @Example
  void snapshot_workOfUnknownSlotInBlockOfBlocks_countsFromThenOn() {
    watchIrregular(6 * LARGE, true, 1);
    recordWork("alone", 0, 3);
    for (int k = 0; k < LARGE; k++) {
      recordWork("a" + k, k, k + 2);
    }
    assertSameAt(2 * LARGE);
    for (int k = 2 * LARGE; k < 3 * LARGE; k++) {
      String unbegun = "a" + k;
      record(to -> to.wallclock(unbegun, 1000 * TICK));
    }
    assertSameAt(2 * LARGE + 1);
    record("a1190", EventType.STARTED, 2 * LARGE + 1);
    assertSameAt(2 * LARGE + 2);
  }

  private void watchIrregular(int activities, boolean isInSection, long seed) {
    random = new Random(seed);
    start();
    record(to -> to.processor(new Processor("p", 1, 3, "")));
    record(to -> to.processor(new Processor("q", 2, 2, "")));
    for (int k = 0; k < activities; k++) {
      String id = "a" + k;
      String next = "a" + (k + 3);
      String second = "a" + (k + 5);
      record(to -> to.activity(Activity.of(id, "work")));
      record(to -> to.dependency(id, next));
      record(to -> to.dependency(id, second));
      planWork(id, k / 3);
    }
    if (isInSection) {
      record(to -> to.activity(Activity.of("alone", "work")));
      planWork("alone", random.nextInt(activities / 3));
    }
  }

  /** A sequence of so many sections that stretches of it are reused. */
  @Property(tries = 4)
  void snapshot_ofLongSequence_isThatOfANewRecorder(@ForAll long seed) {
    random = new Random(seed);
    start();
    record(to -> to.processor(new Processor("p", 1, 3, "")));
    record(to -> to.processor(new Processor("q", 2, 2, "")));
    for (int k = 0; k < LARGE / 2; k++) {
      String before = "join" + k;
      String after = "join" + (k + 1);
      for (int member = 0; member < MEMBERS; member++) {
        String id = "a" + k + "-" + member;
        record(to -> to.dependency(before, id));
        record(to -> to.dependency(id, after));
        planWork(id, 3L * k);
      }
      planWork(after, 3L * k + 2);
    }
    play(60);
  }

  /** Plans the events of an activity, most of which come in order. */
  private void planWork(String id, long tick) {
    long active = tick + random.nextInt(3);
    long nanos = RandomRuns.EPOCH + tick * TICK;
    long begin = RandomRuns.EPOCH + active * TICK;
    long end = begin + random.nextLong(5) * TICK;
    String processor = random.nextBoolean() ? "p" : "q";
    add(nanos, 1, to -> to.record(id, EventType.STARTED, nanos, 1));
    add(begin, 1, to -> to.record(id, EventType.ACTIVE, begin, 1));
    if (random.nextInt(4) > 0) {
      add(begin, 1, to -> to.assign(id, 1, processor));
    }
    if (random.nextInt(20) > 0) {
      add(end, 2, to -> to.record(id, EventType.COMPLETED, end, 1));
    }
    if (random.nextInt(3) == 0) {
      add(end, 9, to -> to.wallclock(id, (end - begin) / 2));
    }
  }

  @Example
  void snapshot_holdRecordedLate_changesWaitsOfSectionThatIsOver() {
    declareSection(1);
    for (int k = 0; k < MEMBERS; k++) {
      record("a" + k, EventType.PENDING, 2L * k);
      recordWork("a" + k, 10 * k + 10, 10 * k + 15);
    }
    assertSameAt(100);
    recordWork("z", 3, 7);
    assertSameAt(101);
  }

  @Example
  void snapshot_holdRecordedLate_changesWaitsOfSequenceThatIsOver() {
    record(to -> to.processor(new Processor("p", 1, 1, "")));
    String[] ids = IntStream.range(0, 4 * LARGE).mapToObj(k -> "a" + k).toArray(String[]::new);
    for (int k = 1; k < ids.length; k++) {
      String before = ids[k - 1];
      String id = ids[k];
      record(to -> to.dependency(before, id));
      record(before, EventType.PENDING, 10L * k);
      recordWork(before, 10L * k + 5, 10L * k + 9);
    }
    record(to -> to.dependency(ids[ids.length - 1], "not begun"));
    assertSameAt(10L * ids.length);
    recordWork(ids[ids.length - 1], 12, 13);
    assertSameAt(10L * ids.length + 1);
  }

  @Example
  void snapshot_holdRecordedLate_changesSlotsOfSectionThatIsOver() {
    declareSection(2);
    for (int k = 0; k < MEMBERS; k++) {
      recordWork("a" + k, 5 * k + 1, 5 * k + 3 + k);
    }
    assertSameAt(100);
    recordWork("z", 0, 50);
    assertSameAt(101);
  }

  @Example
  void report_historyOfSectionThatIsOver_shortensIdealTimes() {
    declareSection(1);
    for (int k = 0; k < MEMBERS; k++) {
      recordWork("a" + k, 10L * k, 10L * k + 5);
    }
    RunRecorder faster = Flowgauge.recorder("faster");
    faster.wallclock("a0", TICK);
    WorkflowRun history = faster.snapshot();
    assertSameAt(100);
    Instant moment = Times.instant(RandomRuns.EPOCH + 101 * TICK);
    assertThat(Findings.of(Flowgauge.report(watched.snapshot(moment), history)))
        .isEqualTo(Findings.of(Flowgauge.report(expected().snapshot(moment), history)));
  }

  @Example
  void snapshot_endRecordedLate_changesCriticalPathBeforeIt() {
    declareDependencies("a-c", "b-c", "c-d");
    assertSameWhenBEndsLater();
  }

  @Example
  void snapshot_endRecordedLate_changesCriticalPathThroughActivityWithoutTimes() {
    declareDependencies("a-c", "b-cached", "cached-c", "c-d");
    assertSameWhenBEndsLater();
  }

  /** The latest before c is a, until a later end of b is recorded. */
  private void assertSameWhenBEndsLater() {
    recordWork("a", 0, 5);
    recordWithoutHold("b", 0, 3);
    recordWork("c", 10, 12);
    record("d", EventType.ACTIVE, 13);
    assertSameAt(20);
    record("b", EventType.COMPLETED, 8);
    assertSameAt(21);
  }

  /** Nothing can begin after the failure, so the time after the last activity is unidentified. */
  @Example
  void snapshot_runGoesOn_timeAfterLastActivityIsNoLongerUnidentified() {
    declareDependencies("failed-c", "a-c");
    record("failed", EventType.ACTIVE, 0);
    record("failed", EventType.FAILED, 5);
    recordWork("a", 0, 10);
    assertSameAt(20);
    record("c", EventType.ACTIVE, 25);
    assertSameAt(30);
  }

  /** Until its end is recorded, b seems to end last. */
  @Example
  void snapshot_endRecordedLate_isBeforeThatOfAnother() {
    declareDependencies("failed-c", "a-c", "b-c");
    record("failed", EventType.FAILED, 5);
    recordWork("a", 0, 80);
    record("b", EventType.ACTIVE, 10);
    assertSameAt(100);
    record("b", EventType.COMPLETED, 50);
    assertSameAt(101);
  }

  /** A completion counts more than a failure of the same attempt. */
  @Example
  void snapshot_completionRecordedAfterFailure_endsRunEarlier() {
    declareDependencies("failed-c", "a-c", "b-c");
    record("failed", EventType.FAILED, 5);
    recordWork("a", 0, 50);
    record("b", EventType.ACTIVE, 10);
    record("b", EventType.FAILED, 80);
    assertSameAt(100);
    record("b", EventType.COMPLETED, 40);
    assertSameAt(101);
    assertSame(watched.snapshot(), expected().snapshot(), true);
  }

  /** The latest time of an event counts. */
  @Example
  void snapshot_firstStartRecordedAgain_beginsRunLater() {
    record("a", EventType.STARTED, 5);
    record("b", EventType.STARTED, 7);
    assertSameAt(20);
    record("a", EventType.STARTED, 9);
    assertSameAt(21);
  }

  /** The path begins with a, but its first share with the earliest event, which is of another. */
  @Example
  void snapshot_earliestEventRecordedLate_lengthensFirstStep() {
    record(to -> to.processor(new Processor("p", 1, MEMBERS, "")));
    for (String id : List.of("early", "a", "b", "c")) {
      record(to -> to.activity(Activity.of(id, "work")));
    }
    record(to -> to.dependency("a", "b"));
    record(to -> to.dependency("b", "c"));
    recordWork("a", 5, 8);
    recordWork("b", 9, 12);
    record("c", EventType.ACTIVE, 13);
    assertSameAt(20);
    recordWithoutHold("early", 1, 2);
    assertSameAt(21);
  }

  private void declareDependencies(String... dependencies) {
    record(to -> to.start(RandomRuns.EPOCH));
    record(to -> to.processor(new Processor("p", 1, MEMBERS, "")));
    for (String each : dependencies) {
      String[] ends = each.split("-", 2);
      record(to -> to.dependency(ends[0], ends[1]));
    }
  }

  /** Declares a section of activities on a processor, and an activity that follows it. */
  private void declareSection(int slots) {
    record(to -> to.start(RandomRuns.EPOCH));
    record(to -> to.processor(new Processor("p", 1, slots, "")));
    Region section = Region.parallel(IntStream.range(0, MEMBERS).mapToObj(k -> "a" + k).toArray());
    record(to -> to.regions(Region.sequence(section, "z")));
    for (int k = 0; k < MEMBERS; k++) {
      String id = "a" + k;
      record(to -> to.dependency(id, "z"));
    }
  }

  private void recordWork(String id, long active, long completed) {
    record(to -> to.assign(id, 1, "p"));
    record(id, EventType.ACTIVE, active);
    record(id, EventType.COMPLETED, completed);
  }

  private void recordWithoutHold(String id, long started, long completed) {
    record(id, EventType.STARTED, started);
    record(id, EventType.COMPLETED, completed);
  }

  private void record(String id, EventType type, long tick) {
    record(to -> to.record(id, type, RandomRuns.EPOCH + tick * TICK, 1));
  }

  private void assertSameAt(long tick) {
    Instant moment = Times.instant(RandomRuns.EPOCH + tick * TICK);
    assertSame(watched.snapshot(moment), expected().snapshot(moment), true);
  }

  private void watch(PlainRun plain) {
    start();
    declare(plain);
    plain.works().forEach(this::plan);
    planOthers(plain);
    play(1);
  }

  /**
   * Records what is planned, and takes a snapshot after one call in {@code every}, which later
   * calls must not change.
   */
  private void play(int every) {
    List<Pair> taken = new ArrayList<>();
    steps.sort(Comparator.comparingLong(Step::nanos));
    long now = RandomRuns.EPOCH - TICK;
    for (Step step : steps) {
      record(step.statement());
      now = Math.max(now, step.nanos() + TICK * (random.nextInt(4) - 2));
      if (random.nextInt(every) > 0) {
        continue;
      }
      if (random.nextInt(15) == 0) {
        Instant earlier = Times.instant(now - random.nextInt(30) * TICK);
        assertSame(watched.snapshot(earlier), expected().snapshot(earlier), true);
      }
      if (random.nextInt(15) == 0) {
        assertSame(watched.snapshot(), expected().snapshot(), true);
      }
      Instant moment = Times.instant(now);
      Pair pair = new Pair(watched.snapshot(moment), expected().snapshot(moment));
      assertSame(pair.run, pair.expected, random.nextInt(4) > 0);
      taken.add(pair);
    }
    taken.forEach(pair -> assertSame(pair.run, pair.expected, false));
  }

  private void start() {
    recorded = new ArrayList<>();
    watched = Flowgauge.recorder("watched");
    steps = new ArrayList<>();
  }

  private void declare(PlainRun plain) {
    plain.start().ifPresent(nanos -> record(to -> to.start(nanos)));
    plain.processors().forEach(p -> record(to -> to.processor(p)));
    for (Work w : plain.works()) {
      record(to -> to.activity(Activity.of(w.id(), "work", w.kind())));
    }
    for (Dependency d : plain.dependencies()) {
      record(to -> to.dependency(d.from(), d.to()));
    }
    plain.regions().ifPresent(root -> record(to -> to.regions(root)));
  }

  private void record(Consumer<RunRecorder> statement) {
    statement.accept(watched);
    recorded.add(statement);
  }

  private RunRecorder expected() {
    RunRecorder recorder = Flowgauge.recorder("watched");
    recorded.forEach(statement -> statement.accept(recorder));
    return recorder;
  }

  /**
   * Plans events for when they happen, some of them earlier, later or twice; all else for any time.
   */
  private void plan(Work w) {
    for (ActivityEvent e : w.events()) {
      long spread = random.nextInt(6) == 0 ? 20 : 2;
      add(e.epochNanos(), spread, to -> to.record(e));
      if (random.nextInt(8) == 0) {
        add(e.epochNanos(), 9, to -> to.record(e));
      }
    }
    new TreeMap<>(w.processors())
        .forEach((k, p) -> add(middle(), 40, to -> to.assign(w.id(), k, p)));
    w.wallclock().ifPresent(nanos -> add(middle(), 40, to -> to.wallclock(w.id(), nanos)));
    w.ideal().ifPresent(nanos -> add(middle(), 40, to -> to.ideal(w.id(), nanos)));
    w.phases().forEach(phase -> add(middle(), 40, to -> to.phase(w.id(), phase)));
  }

  private static long middle() {
    return RandomRuns.EPOCH + 40 * TICK;
  }

  private void add(long nanos, long spread, Consumer<RunRecorder> statement) {
    steps.add(new Step(nanos + random.nextLong(-spread, spread + 1) * TICK, statement));
  }

  private void planOthers(PlainRun plain) {
    plain.services().forEach(service -> add(middle(), 40, to -> to.service(service)));
    String one = plain.works().get(random.nextInt(plain.works().size())).id();
    String other = plain.works().get(random.nextInt(plain.works().size())).id();
    long nanos = random.nextInt(9) * TICK;
    maybe(to -> to.wallclock(one, 1, nanos));
    maybe(to -> to.wallclock(one, 2 * nanos));
    maybe(to -> to.phaseTime(one, PhaseType.STAGE_IN, nanos));
    maybe(to -> to.phaseTime(one, PhaseType.EXTERNAL_LOAD, nanos / 2));
    maybe(to -> to.record(other, EventType.SKIPPED, middle(), 1));
    maybe(to -> to.record(other, EventType.SUSPENDED, middle(), 1 + random.nextInt(1)));
    maybe(to -> to.end(middle() + nanos));
    maybe(to -> to.record("late", EventType.STARTED, middle(), 1));
    maybe(to -> to.dependency(one, "later"));
  }

  private void maybe(Consumer<RunRecorder> statement) {
    if (random.nextInt(3) == 0) {
      add(middle(), 40, statement);
    }
  }

  private static void assertSame(WorkflowRun run, WorkflowRun expected, boolean isReported) {
    assertThat(run.diagnostics()).isEqualTo(expected.diagnostics());
    assertThat(run.processors()).isEqualTo(expected.processors());
    assertThat(run.startNanos()).isEqualTo(expected.startNanos());
    assertThat(run.endNanos()).isEqualTo(expected.endNanos());
    assertThat(run.isFinished()).isEqualTo(expected.isFinished());
    for (int a = 0; a < expected.workflow().activityCount(); a++) {
      ActivityExecution execution = run.execution(a);
      ActivityExecution same = expected.execution(a);
      assertThat(execution.graph().events()).isEqualTo(same.graph().events());
      assertThat(execution.graph().states()).isEqualTo(same.graph().states());
      assertThat(execution.attempts()).isEqualTo(same.attempts());
      assertThat(execution.processor()).isEqualTo(same.processor());
      assertThat(execution.wallclock()).isEqualTo(same.wallclock());
      assertThat(execution.phases()).isEqualTo(same.phases());
    }
    if (isReported) {
      RunReport report = Flowgauge.report(run);
      RunReport same = Flowgauge.report(expected);
      assertThat(Findings.of(report)).isEqualTo(Findings.of(same));
      assertThat(report.diagnostics()).isEqualTo(same.diagnostics());
      assertThat(report.overheads().idealSources()).isEqualTo(same.overheads().idealSources());
    }
  }
}
