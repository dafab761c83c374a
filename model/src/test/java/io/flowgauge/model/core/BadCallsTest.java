package io.flowgauge.model.core;

import static io.flowgauge.run.EventType.ACTIVE;
import static io.flowgauge.run.EventType.COMPLETED;
import static io.flowgauge.run.EventType.STARTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.run.EventType;
import io.flowgauge.run.Phase;
import io.flowgauge.run.Processor;
import io.flowgauge.run.ServiceInterval;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.CyclicWorkflowException;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** An invalid call is ignored, counted and reported, and does not affect what else is recorded. */
class BadCallsTest {
  private Recorder recorder = new Recorder("run");

  /** An activity as a caller may implement it. */
  private record OwnActivity(
      String id,
      String type,
      ActivityKind kind,
      OptionalInt iteration,
      Map<String, String> attributes)
      implements Activity {
    @Override
    public String id() {
      if ("throws".equals(id)) {
        throw new IllegalStateException("gone");
      }
      return id;
    }
  }

  private static OwnActivity own(String id, String type) {
    return new OwnActivity(
        id, type, ActivityKind.COMPUTE, OptionalInt.empty(), Map.of("cores", "2"));
  }

  private void declare(String... ids) {
    for (String id : ids) {
      recorder.activity(Activity.of(id));
    }
  }

  private List<String> remarks() {
    return recorder.snapshot().diagnostics().stream().map(Diagnostic::toString).toList();
  }

  @Test
  void record_emptyNames_areKeptOutAndCounted() {
    declare("a");
    recorder.record("", STARTED, 1, 1);
    recorder.record("", COMPLETED, 2, 1);
    recorder.dependency("a", "");
    recorder.assign("", 1, "p");
    recorder.assign("a", 1, "");
    recorder.processor(Processor.of(""));
    recorder.wallclock("", 1);
    recorder.phase("", new Phase("stage-in", 1, 2));
    recorder.phase("a", new Phase("", 1, 2));
    recorder.service(new ServiceInterval("", 1, 2));
    WorkflowRun run = recorder.snapshot();
    assertThat(run.workflow().activities()).containsExactly(Activity.of("a"));
    assertThat(run.processors()).isEmpty();
    assertThat(run.diagnostics()).hasSize(7).allMatch(d -> d.message().startsWith("not recorded"));
    assertThat(remarks())
        .contains(
            "warning: recorder and 1 more: not recorded: an event with a null or empty activity,"
                + " a null type, or an attempt below 1");
  }

  @Test
  void record_nullEventOrTime_isKeptOutAndCounted() {
    declare("a");
    recorder.record(null);
    recorder.record("a", STARTED, null, 1);
    recorder.record("a", STARTED, Instant.MAX, 1);
    recorder.regions(null);
    assertThat(recorder.snapshot().execution(0).attempts()).isEmpty();
    assertThat(remarks())
        .containsExactlyInAnyOrder(
            "warning: recorder: not recorded: an event with a null or empty activity, a null type,"
                + " or an attempt below 1",
            "warning: recorder and 1 more: not recorded: an event outside the years 1824 to 2116",
            "warning: recorder: not recorded: a null region tree");
  }

  @Test
  void activity_ofOwnImplementation_isCopied() {
    recorder.activity(own("a", "work"));
    Activity known = recorder.snapshot().workflow().activity(0);
    assertThat(known).isEqualTo(Activity.of("a", "work").withAttribute("cores", "2"));
    assertThat(remarks()).isEmpty();
  }

  @Test
  void activity_ownImplementationThatLacksProperties_isKeptOut() {
    declare("a");
    recorder.activity(own(null, "t"));
    recorder.activity(own("", "t"));
    recorder.activity(own("b", null));
    recorder.activity(new OwnActivity("b", "t", null, OptionalInt.empty(), Map.of()));
    recorder.activity(new OwnActivity("b", "t", ActivityKind.COMPUTE, null, Map.of()));
    recorder.activity(new OwnActivity("b", "t", ActivityKind.COMPUTE, OptionalInt.of(0), Map.of()));
    recorder.activity(new OwnActivity("b", "t", ActivityKind.COMPUTE, OptionalInt.empty(), null));
    recorder.activity(own("throws", "t"));
    assertThat(recorder.snapshot().workflow().activities()).containsExactly(Activity.of("a"));
    assertThat(remarks())
        .containsExactly(
            "warning: java.lang.NullPointerException: id and 7 more: not recorded: a null activity,"
                + " or one with a property that is null or unusable");
  }

  @Test
  void dependency_onItself_isKeptOut() {
    declare("a");
    recorder.dependency("a", "a");
    recorder.dependency("b", "b");
    assertThat(recorder.snapshot().workflow().activities()).containsExactly(Activity.of("a"));
    assertThat(remarks())
        .containsExactly(
            "warning: activity a and 1 more: not recorded: a dependency of an activity on itself");
  }

  @Test
  void dependency_thatClosesACycle_isKeptOutAndLaterOnesCount() {
    declare("a", "b", "c");
    recorder.dependency("a", "b");
    recorder.dependency("b", "c");
    recorder.dependency("c", "a");
    recorder.dependency("b", "a");
    assertThat(remarks())
        .containsExactly(
            "warning: dependency c -> a and 1 more: not recorded: it closes a cycle,"
                + " a -> b -> c -> a");
    declare("d");
    recorder.dependency("c", "d");
    ColumnarRun run = recorder.columns();
    assertThat(run.workflow().dependencies())
        .containsExactly(
            new Dependency("a", "b"), new Dependency("b", "c"), new Dependency("c", "d"));
    assertThatThrownBy(run::requireAcyclic)
        .isInstanceOf(CyclicWorkflowException.class)
        .hasMessage("workflow has a cycle: a -> b -> c -> a");
  }

  @Test
  void dependency_keptOnce_isNotLostToALaterOne() {
    recorder.dependency("b", "a");
    assertThat(recorder.snapshot().workflow().dependencies())
        .containsExactly(new Dependency("b", "a"));
    recorder.dependency("a", "b");
    assertThat(recorder.snapshot().workflow().dependencies())
        .containsExactly(new Dependency("b", "a"));
  }

  @Test
  void activity_declaredAgainAtItsEnd_addsAttributes() {
    recorder.activity(Activity.of("a", "work").withAttribute("cores", "2"));
    recorder.activity(Activity.of("a").withAttribute("exit", "0"));
    recorder.activity(Activity.of("a", "work").withAttribute("exit", "1"));
    assertThat(recorder.snapshot().workflow().activity(0))
        .isEqualTo(Activity.of("a", "work").withAttribute("cores", "2").withAttribute("exit", "1"));
    assertThat(remarks()).isEmpty();
  }

  @Test
  void regions_declaredBeforeActivities_adoptThem() {
    declare("split", "w1", "w2", "merge");
    recorder.regions(Region.sequence("split", Region.parallel("w1", "w2"), "merge"));
    declare("w3", "last", "side", "alone");
    recorder.dependency("split", "w3");
    recorder.dependency("w3", "merge");
    recorder.dependency("merge", "last");
    recorder.dependency("split", "side");
    assertThat(text(recorder.snapshot().workflow().regions()))
        .isEqualTo("((split ; (((w1 | w2 | w3) ; merge ; last) | side)) | alone)");
    assertThat(remarks())
        .containsExactly(
            "info: activity alone and 3 more: not in the declared regions; placed in them by its"
                + " dependencies");
  }

  @Test
  void regions_activityInsideAMember_isPlacedThere() {
    declare("a", "p", "q", "z");
    recorder.regions(Region.subWorkflow("s", "a", Region.parallel("p", Region.replicas("q", "z"))));
    declare("x", "y");
    recorder.dependency("p", "x");
    recorder.dependency("y", "a");
    assertThat(text(recorder.snapshot().workflow().regions()))
        .isEqualTo("s(y ; a ; ((p ; x) | replicas(q, z)))");
  }

  @Test
  void regions_irregular_takesActivitiesUpWithLinks() {
    declare("a", "b", "c");
    recorder.regions(
        Region.of(
            RegionKind.IRREGULAR, "", List.of("a", "b", "c"), List.of(new Region.Link(0, 1))));
    declare("x");
    recorder.dependency("a", "x");
    recorder.dependency("x", "c");
    Region regions = recorder.snapshot().workflow().regions();
    assertThat(text(regions)).isEqualTo("irregular(a, b, c, x)");
    assertThat(regions.links())
        .containsExactly(new Region.Link(0, 1), new Region.Link(0, 3), new Region.Link(3, 2));
  }

  @Test
  void regions_namingOthersOrOneTwice_areUsedWithoutThem() {
    declare("a", "b");
    recorder.regions(
        Region.sequence(
            "a",
            Region.of(
                RegionKind.IRREGULAR, "", List.of("x", "b", "a"), List.of(new Region.Link(0, 1))),
            Region.parallel("x", "y")));
    assertThat(text(recorder.snapshot().workflow().regions())).isEqualTo("(a ; irregular(b))");
    assertThat(remarks())
        .containsExactlyInAnyOrder(
            "warning: activity x and 2 more: in the declared regions, but not in the run; left out"
                + " of the regions",
            "warning: activity a: in the declared regions more than once; only one place is used");
    declare("x", "y");
    assertThat(recorder.snapshot().workflow().regions().activityCount()).isEqualTo(4);
  }

  @Test
  void regions_contradictedByDependencies_areFoundFromThem() {
    declare("a", "b");
    recorder.regions(Region.sequence("a", "b"));
    declare("x");
    recorder.dependency("b", "x");
    recorder.dependency("x", "a");
    assertThat(text(recorder.snapshot().workflow().regions())).isEqualTo("(b ; x ; a)");
    assertThat(remarks())
        .anyMatch(r -> r.startsWith("warning: regions: the declared regions are not used"));
  }

  @Test
  void regions_ofOwnImplementationThatThrows_areFoundFromDependencies() {
    declare("a");
    recorder.regions(
        new Region() {
          @Override
          public RegionKind kind() {
            return RegionKind.SEQUENCE;
          }

          @Override
          public String name() {
            return "own";
          }

          @Override
          public Optional<String> activity() {
            return Optional.empty();
          }

          @Override
          public List<Region> members() {
            throw new UnsupportedOperationException("later");
          }

          @Override
          public List<Link> links() {
            return List.of();
          }

          @Override
          public int activityCount() {
            return 0;
          }
        });
    assertThat(text(recorder.snapshot().workflow().regions())).isEqualTo("a");
    assertThat(remarks())
        .singleElement()
        .asString()
        .endsWith("UnsupportedOperationException: later");
  }

  /** Whatever is declared, in whatever order, the regions of a snapshot hold each activity once. */
  @Property(tries = 500)
  void snapshot_anyCalls_isARun(@ForAll long seed) {
    recorder = new Recorder("run");
    Random random = new Random(seed);
    String[] ids = {"a", "b", "c", "d", "e", "f", ""};
    for (int call = random.nextInt(30); call > 0; call--) {
      String one = ids[random.nextInt(ids.length)];
      String other = ids[random.nextInt(ids.length)];
      switch (random.nextInt(5)) {
        case 0 -> recorder.activity(own(one, other));
        case 1 -> recorder.record(one, type(random), call, 1);
        case 2 -> recorder.regions(region(random, ids, 3));
        default -> recorder.dependency(one, other);
      }
    }
    WorkflowRun run = recorder.snapshot();
    int activities = run.workflow().activityCount();
    if (activities > 0) {
      assertThat(run.workflow().regions().activityCount()).isEqualTo(activities);
    }
  }

  private static EventType type(Random random) {
    List<EventType> types = List.copyOf(EnumSet.allOf(EventType.class));
    return types.get(random.nextInt(types.size()));
  }

  private static Region region(Random random, String[] ids, int depth) {
    if (depth == 0 || random.nextInt(3) == 0) {
      return Region.activity(ids[random.nextInt(ids.length)]);
    }
    Object[] members = new Object[1 + random.nextInt(3)];
    for (int k = 0; k < members.length; k++) {
      members[k] = region(random, ids, depth - 1);
    }
    return switch (random.nextInt(5)) {
      case 0 -> Region.sequence(members);
      case 1 -> Region.parallel(members);
      case 2 -> Region.loop(members);
      case 3 -> Region.subWorkflow("s", members);
      default -> Region.of(RegionKind.IRREGULAR, "", List.of(members), List.of());
    };
  }

  private static String text(Region region) {
    if (region.activity().isPresent()) {
      return region.activity().get();
    }
    List<String> members = region.members().stream().map(BadCallsTest::text).toList();
    return switch (region.kind()) {
      case SEQUENCE -> "(" + String.join(" ; ", members) + ")";
      case PARALLEL -> "(" + String.join(" | ", members) + ")";
      case SUB_WORKFLOW -> region.name() + "(" + String.join(" ; ", members) + ")";
      default -> region.kind().label() + "(" + String.join(", ", members) + ")";
    };
  }

  @Test
  void record_instantOrNow_isRecorded() {
    Instant before = Instant.now();
    recorder.record("a", STARTED);
    recorder.record("a", ACTIVE, before.plusSeconds(3600), 2);
    WorkflowRun run = recorder.snapshot();
    assertThat(run.execution(0).graph().events().get(0).time()).isBetween(before, Instant.now());
    assertThat(run.execution(0).attempts().get(1).active())
        .hasValue(Times.epochNanos(before.plusSeconds(3600)));
  }
}
