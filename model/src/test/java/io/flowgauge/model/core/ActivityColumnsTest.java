package io.flowgauge.model.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActivityColumnsTest {
  private final IdIndex ids = new IdIndex();
  private final ActivityColumns columns = new ActivityColumns(ids);

  private int put(Activity activity) {
    int index = ids.index(activity.id());
    columns.put(index, activity);
    return index;
  }

  @Test
  void get_activitiesOfAllKinds_equalToThosePut() {
    List<Activity> all =
        List.of(
            Activity.of("a"),
            Activity.of("b", "type"),
            Activity.of("c", "a"),
            Activity.of("d", "type", ActivityKind.TRANSFER),
            Activity.of("e", "other").withIteration(3),
            Activity.of("f").withAttribute("cpus", "4"),
            Activity.of("g", "other", ActivityKind.TRANSFER)
                .withIteration(Integer.MAX_VALUE)
                .withAttributes(Map.of("x", "1", "y", "")),
            Activity.of("h", "other"));
    all.forEach(this::put);
    ActivityColumns copy = columns.copy(all.size());
    for (int k = 0; k < all.size(); k++) {
      assertThat(copy.get(k)).isEqualTo(all.get(k));
      assertThat(copy.id(k)).isEqualTo(all.get(k).id());
      assertThat(copy.isDeclared(k)).isTrue();
      assertThat(copy.isTransfer(k)).isEqualTo(all.get(k).kind() == ActivityKind.TRANSFER);
    }
  }

  @Test
  void get_undeclared_computesAndIsItsOwnType() {
    ids.index("a");
    put(Activity.of("b", "type"));
    ids.index("c");
    ActivityColumns copy = columns.copy(3);
    assertThat(copy.get(0)).isEqualTo(Activity.of("a"));
    assertThat(copy.get(2)).isEqualTo(Activity.of("c"));
    assertThat(copy.isDeclared(0)).isFalse();
    assertThat(copy.isDeclared(1)).isTrue();
    assertThat(copy.isDeclared(2)).isFalse();
  }

  @Test
  void put_again_replacesAllAndLeavesCopiesAlone() {
    Activity first = Activity.of("a", "t", ActivityKind.TRANSFER).withIteration(2);
    int index = put(first.withAttribute("x", "1"));
    ActivityColumns before = columns.copy(1);
    columns.put(index, Activity.of("a", "u"));
    put(Activity.of("b"));
    assertThat(before.get(0)).isEqualTo(first.withAttribute("x", "1"));
    assertThat(before.count()).isEqualTo(1);
    assertThat(before.indexOf("b")).isEqualTo(IdIndex.NONE);
    assertThat(columns.copy(2).get(0)).isEqualTo(Activity.of("a", "u"));
    assertThat(columns.copy(2).indexOf("b")).isEqualTo(1);
  }
}
