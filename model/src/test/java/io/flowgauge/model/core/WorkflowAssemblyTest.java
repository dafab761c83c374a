package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.CyclicWorkflowException;
import io.flowgauge.workflow.Dependency;
import io.flowgauge.workflow.Region;
import io.flowgauge.workflow.RegionKind;
import io.flowgauge.workflow.Workflow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The workflow builder, and the regions of the workflows it builds. */
class WorkflowAssemblyTest {

  private static WorkflowAssembly workflow() {
    return new WorkflowAssembly("w");
  }

  @Test
  void build_nothing_isEmpty() {
    Workflow empty = workflow().build();
    assertThat(empty.activityCount()).isZero();
    assertThat(empty.levelCount()).isZero();
    assertThat(empty.width()).isZero();
    assertThatThrownBy(empty::regions).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> empty.activity(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void then_layers_eachDependsOnAllOfTheLayerBefore() {
    Workflow w = workflow().then("a").then("b", "c").then("d").build();
    assertThat(w.dependencies())
        .containsExactlyInAnyOrder(
            new Dependency("a", "b"),
            new Dependency("a", "c"),
            new Dependency("b", "d"),
            new Dependency("c", "d"));
    assertThat(w.levelCount()).isEqualTo(3);
    assertThat(w.width()).isEqualTo(2);
    assertThat(w.predecessors(3)).containsExactly(1, 2);
    assertThat(w.successors(0)).containsExactly(1, 2);
  }

  @Test
  void activities_emptyId_isRejectedAndLeavesNothing() {
    WorkflowAssembly builder = workflow();
    assertThatThrownBy(() -> builder.activities("a", ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(builder.activities("b").build().activities())
        .extracting(Activity::id)
        .containsExactly("a", "b");
  }

  @Test
  void then_emptyLayer_isRejected() {
    assertThatThrownBy(() -> workflow().then())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("layer");
  }

  @Test
  void chain_ids_dependOneAfterTheOther() {
    Workflow w = workflow().chain("a", "b", "c").build();
    assertThat(w.dependencies())
        .containsExactly(new Dependency("a", "b"), new Dependency("b", "c"));
  }

  @Test
  void activity_declaredTwice_isRejected() {
    assertThatThrownBy(() -> workflow().activity(Activity.of("a")).activity(Activity.of("a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("activity a is declared twice");
  }

  @Test
  void activities_alreadyDeclared_stayAsTheyAre() {
    Workflow w = workflow().activity(Activity.of("a", "type")).activities("a", "b").build();
    assertThat(w.activity(0).type()).isEqualTo("type");
    assertThat(w.activityCount()).isEqualTo(2);
    assertThat(w.find("c")).isEmpty();
    assertThat(w.indexOf("c")).isEqualTo(-1);
  }

  @Test
  void build_cycle_messagePrintsIt() {
    assertThatThrownBy(() -> workflow().chain("a", "b", "a").build())
        .isInstanceOf(CyclicWorkflowException.class)
        .hasMessage("workflow has a cycle: a -> b -> a");
  }

  @Test
  void build_dependencyOnItself_isACycle() {
    assertThatThrownBy(() -> workflow().dependency("a", "a").build())
        .isInstanceOf(CyclicWorkflowException.class)
        .hasMessage("workflow has a cycle: a -> a");
  }

  @Test
  void regions_notHoldingEachActivityOnce_areRejected() {
    assertThatThrownBy(() -> workflow().activities("a", "b").regions(Region.sequence("a")).build())
        .hasMessage("the regions lack an activity: b");
    assertThatThrownBy(() -> workflow().activities("a").regions(Region.sequence("a", "a")).build())
        .hasMessage("the regions contain an activity twice: a");
    assertThatThrownBy(() -> workflow().activities("a").regions(Region.sequence("a", "x")).build())
        .hasMessage("the regions name an unknown activity: x");
  }

  @Test
  void regions_cyclicLinks_areRejected() {
    Region irregular =
        Region.of(
            RegionKind.IRREGULAR,
            "",
            List.of("a", "b"),
            List.of(new Region.Link(0, 1), new Region.Link(1, 0)));
    assertThatThrownBy(() -> workflow().activities("a", "b").regions(irregular).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the links of an irregular region have a cycle");
  }

  @Test
  void regions_declared_keepNamesKindsAndLinks() {
    Region irregular =
        Region.of(RegionKind.IRREGULAR, "", List.of("c", "d"), List.of(new Region.Link(0, 1)));
    Region declared = Region.subWorkflow("prepare", "a", Region.parallel("b", irregular));
    Region root = workflow().activities("a", "b", "c", "d").regions(declared).build().regions();
    assertThat(root.kind()).isEqualTo(RegionKind.SUB_WORKFLOW);
    assertThat(root.name()).isEqualTo("prepare");
    assertThat(root.activityCount()).isEqualTo(4);
    Region section = root.members().get(1);
    assertThat(section.name()).isEqualTo("parallel of 2 regions");
    assertThat(section.activityCount()).isEqualTo(3);
    assertThat(section.links()).isEmpty();
    assertThat(section.members().get(0).activity()).hasValue("b");
    assertThat(section.members().get(0).activityCount()).isEqualTo(1);
    assertThat(section.members().get(1).links()).containsExactly(new Region.Link(0, 1));
  }

  @Test
  void regions_membersOfOneType_areNamedByIt() {
    Workflow w =
        workflow()
            .activity(Activity.of("a", "mProject"))
            .activity(Activity.of("b", "mProject"))
            .build();
    assertThat(w.regions().name()).isEqualTo("parallel of 2 mProject");
  }

  @Test
  void regions_found_areSeriesParallel() {
    Region root = workflow().then("a").then("b", "c").then("d").build().regions();
    assertThat(root.kind()).isEqualTo(RegionKind.SEQUENCE);
    assertThat(root.members())
        .extracting(Region::kind)
        .containsExactly(RegionKind.ACTIVITY, RegionKind.PARALLEL, RegionKind.ACTIVITY);
  }

  @Test
  void regions_ofOneActivity_areTheActivity() {
    Region root = workflow().activities("a").build().regions();
    assertThat(root.activity()).hasValue("a");
    assertThat(root.members()).isEmpty();
  }
}
