package io.flowgauge.metrics.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.Attribution;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.PathStep;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.oracle.PlainRun.Work;
import io.flowgauge.run.ActivityEvent;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Activities that never began, or have not yet begun, hide none of the losses of those beside them.
 */
class UnbegunActivitiesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final Set<OverheadClass> OF_SECTIONS =
      Set.of(OverheadClass.SERIALISATION, OverheadClass.LOAD_IMBALANCE);

  @Example
  void serialisation_twoMembersNeverRan_isThatOfTheOthers() {
    RunRecorder recorder = Flowgauge.recorder("branches");
    recorder.processor(Processor.of("p"));
    for (String member : List.of("a", "b", "c", "skipped", "left out")) {
      recorder.dependency("first", member);
      recorder.dependency(member, "last");
    }
    int second = 0;
    for (String activity : List.of("first", "a", "b", "c", "last")) {
      recorder.assign(activity, 1, "p");
      recorder.record(activity, EventType.ACTIVE, second * SECOND, 1);
      second += 10;
      recorder.record(activity, EventType.COMPLETED, second * SECOND, 1);
    }
    RegionOverheads total = Flowgauge.report(recorder.snapshot()).overheads().total();
    assertThat(total.overhead(OverheadClass.SERIALISATION).value()).isEqualTo(20);
    assertThat(total.overhead(OverheadClass.UNIDENTIFIED).value()).isCloseTo(0, within(1e-9));
  }

  /** Like a cached activity: its successors began, so nothing waits for it. */
  @Example
  void attribution_activityPassedOver_isNotWaitedFor() {
    RunRecorder recorder = Flowgauge.recorder("resumed");
    recorder.dependency("cached", "next");
    recorder.dependency("cached", "last");
    recorder.dependency("next", "last");
    recorder.record("next", EventType.ACTIVE, 0, 1);
    recorder.record("next", EventType.COMPLETED, 10 * SECOND, 1);
    WorkflowRun run = recorder.snapshot(Times.instant(14 * SECOND));
    Attribution attribution = Flowgauge.report(run).attribution();
    assertThat(attribution.idealNanos()).isEqualTo(10 * SECOND);
    assertThat(attribution.classes()).isEqualTo(Map.of(OverheadClass.ENACTMENT, 4 * SECOND));
    assertThat(attribution.criticalPath())
        .extracting(PathStep::activity)
        .containsExactly("next", "last");
  }

  @Property(tries = 120)
  void report_activitiesThatNeverRanAdded_losesNothing(
      @ForAll @IntRange(min = 1, max = 10) int activities, @ForAll long seed) {
    PlainRun plain = DamagedRuns.of(activities, seed);
    RegionOverheads before = total(plain);
    RegionOverheads after = total(withTwins(plain, new Random(seed)));
    assertThat(after.classes().keySet()).containsAll(before.classes().keySet());
    after
        .classes()
        .forEach(
            (c, seconds) ->
                assertThat(seconds)
                    .as(c.label())
                    .isCloseTo(before.classes().getOrDefault(c, 0.0), within(1e-6)));
  }

  /** The end of a predecessor was lost, so that it seems to end after everything else. */
  @Example
  void report_pathBehindOneThatNeverRan_losesNothing() {
    report_activitiesThatNeverRanAdded_losesNothing(8, 633172545);
  }

  private static RegionOverheads total(PlainRun plain) {
    return Flowgauge.report(plain.run()).overheads().total();
  }

  /** Turns each activity into a section of itself and others that never ran. */
  private static PlainRun withTwins(PlainRun plain, Random random) {
    List<Work> works = new ArrayList<>();
    Map<String, List<String>> sections = new HashMap<>();
    for (Work work : plain.works()) {
      List<String> section = new ArrayList<>(List.of(work.id()));
      works.add(work);
      for (int k = random.nextInt(4); k > 0; k--) {
        section.add(work.id() + "-not-run-" + k);
        works.add(unbegun(section.get(section.size() - 1), processors(work, random)));
      }
      sections.put(work.id(), section);
    }
    List<Dependency> dependencies = new ArrayList<>();
    for (Dependency d : plain.dependencies()) {
      for (String from : sections.get(d.from())) {
        sections.get(d.to()).forEach(to -> dependencies.add(new Dependency(from, to)));
      }
    }
    return new PlainRun(
        plain.processors(), works, dependencies, plain.services(), plain.regions(), plain.start());
  }

  /** Returns known processors or none: some engines choose one long before the activity runs. */
  private static Map<Integer, String> processors(Work work, Random random) {
    return random.nextBoolean() ? work.processors() : Map.of();
  }

  private static Work unbegun(String id, Map<Integer, String> processors) {
    return new Work(
        id,
        ActivityKind.COMPUTE,
        processors,
        OptionalLong.empty(),
        OptionalLong.empty(),
        List.of(),
        List.of());
  }

  /** Engines record a processor when they hand an activity over, or never. */
  @Property(tries = 80)
  void snapshot_anyMoment_measuresSectionsWithAMemberThatComputed(
      @ForAll @IntRange(min = 2, max = 12) int activities,
      @ForAll boolean assigned,
      @ForAll long seed) {
    PlainRun plain = RandomRuns.of(activities, seed);
    List<Long> moments = plain.events().stream().map(ActivityEvent::epochNanos).sorted().toList();
    for (long now : Set.copyOf(moments)) {
      RunReport report = Flowgauge.report(asOf(plain, now, assigned));
      for (RegionOverheads section : report.overheads().regions()) {
        if (section.region().kind() == RegionKind.PARALLEL
            && hasComputed(section.region(), report)) {
          assertThat(section.classes().keySet()).containsAll(OF_SECTIONS);
        }
      }
    }
  }

  private static WorkflowRun asOf(PlainRun plain, long now, boolean assigned) {
    PlainRun known =
        plain.mapWorks(
            w ->
                w.withWallclock(OptionalLong.empty())
                    .withPhases(List.of())
                    .withProcessors(assigned ? handedOver(w, now) : Map.of()));
    RunRecorder recorder = known.declare();
    known.events().forEach(recorder::record);
    return recorder.snapshot(Times.instant(now));
  }

  private static Map<Integer, String> handedOver(Work work, long now) {
    Set<Integer> begun =
        work.events().stream()
            .filter(e -> e.type() == EventType.SUBMITTED && e.epochNanos() <= now)
            .map(ActivityEvent::attempt)
            .collect(Collectors.toSet());
    return work.processors().entrySet().stream()
        .filter(e -> begun.contains(e.getKey()))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static boolean hasComputed(Region region, RunReport report) {
    if (region.activity().isEmpty()) {
      return region.members().stream().anyMatch(member -> hasComputed(member, report));
    }
    int activity = report.run().workflow().indexOf(region.activity().get());
    return report.run().workflow().activity(activity).kind() == ActivityKind.COMPUTE
        && report.overheads().activity(activity).ideal().isMeasured();
  }
}
