package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.workflow.Activity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowIndexTest {

  @Test
  void putIfAbsent_manyNamesSomeTwice_firstOfEachIsKept() {
    Random random = new Random(1);
    List<String> names = new ArrayList<>();
    for (int k = 0; k < 10_000; k++) {
      names.add("task " + random.nextInt(6_000));
    }
    assertAgreesWithMap(names);
  }

  @Test
  void putIfAbsent_namesOfOneHash_firstOfEachIsKept() {
    List<String> names = new ArrayList<>(List.of(""));
    for (int k = 0; k < 10; k++) {
      List<String> longer = new ArrayList<>();
      names.forEach(name -> longer.addAll(List.of(name + "Aa", name + "BB")));
      names = longer;
    }
    assertThat(names.stream().mapToInt(String::hashCode).distinct()).hasSize(1);
    List<String> twice = new ArrayList<>(names);
    twice.addAll(names);
    assertAgreesWithMap(twice);
  }

  private static void assertAgreesWithMap(List<String> names) {
    RowIndex index = new RowIndex(TaskRow::name);
    Map<String, TaskRow> map = new HashMap<>();
    for (String name : names) {
      TaskRow row = row(name);
      assertThat(index.putIfAbsent(name, row)).isSameAs(map.putIfAbsent(name, row));
    }
    map.forEach((name, row) -> assertThat(index.get(name)).isSameAs(row));
    assertThat(index.get("not there")).isNull();
  }

  private static TaskRow row(String name) {
    return new TaskRow(Activity.of(name, "P"), false, TaskStatus.COMPLETED, 1, TaskTimes.NONE, "");
  }
}
