package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.model.core.Columns;
import io.flowgauge.workflow.Activity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PackedTaskRowsTest {
  private static final Activity ACTIVITY =
      Activity.of("ALIGN (s1)", "ALIGN").withAttributes(Map.of("task_id", "7", "tag", "s1"));

  @Test
  void get_rowsWithAllAndWithNothing_equalThoseAdded() {
    List<TaskRow> all =
        List.of(
            new TaskRow(ACTIVITY, true, TaskStatus.FAILED, 2, new TaskTimes(1, 2, 3, 4, 5), "n1"),
            new TaskRow(Activity.of("p"), false, TaskStatus.CACHED, 0, TaskTimes.NONE, ""),
            new TaskRow(
                ACTIVITY,
                false,
                TaskStatus.OTHER,
                0,
                new TaskTimes(Columns.ABSENT, Columns.ABSENT, Long.MAX_VALUE, 4, 0),
                ""));
    PackedTaskRows rows = new PackedTaskRows();

    assertThat(all.stream().map(rows::add)).containsExactly(0, 1, 0);

    for (int k = 0; k < all.size(); k++) {
      assertThat(rows.get(k)).isEqualTo(all.get(k));
      assertThat(rows.status(k)).isEqualTo(all.get(k).status());
      assertThat(rows.times(k)).isEqualTo(all.get(k).times());
    }
  }
}
