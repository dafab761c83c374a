package io.flowgauge.traces.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TextIndexTest {

  private record Row(String name) {}

  @Test
  void putIfAbsent_manyNamesSomeTwice_firstOfEachIsKept() {
    assertAgreesWithMap(randomNames(10_000));
  }

  @Test
  void putIfAbsent_namesOfOneHash_firstOfEachIsKept() {
    List<String> twice = new ArrayList<>(namesOfOneHash());
    twice.addAll(namesOfOneHash());
    assertAgreesWithMap(twice);
  }

  @Test
  void putIfAbsent_namesOfOneHashAmongOthers_foundWhenTheIndexHasGrown() {
    for (int before = 0; before < 64; before++) {
      List<String> names = new ArrayList<>(randomNames(before));
      names.addAll(namesOfOneHash().subList(0, 40));
      names.addAll(randomNames(1_000));
      names.addAll(namesOfOneHash().subList(0, 40));
      assertAgreesWithMap(names);
    }
  }

  private static List<String> randomNames(int count) {
    Random random = new Random(1);
    List<String> names = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      names.add("task " + random.nextInt(6_000));
    }
    return names;
  }

  private static List<String> namesOfOneHash() {
    List<String> names = new ArrayList<>(List.of(""));
    for (int k = 0; k < 10; k++) {
      List<String> longer = new ArrayList<>();
      names.forEach(name -> longer.addAll(List.of(name + "Aa", name + "BB")));
      names = longer;
    }
    assertThat(names.stream().mapToInt(String::hashCode).distinct()).hasSize(1);
    return names;
  }

  private static void assertAgreesWithMap(List<String> names) {
    TextIndex<Row> index = new TextIndex<>(Row::name);
    Map<String, Row> map = new HashMap<>();
    for (String name : names) {
      Row row = new Row(name);
      assertThat(index.putIfAbsent(name, row)).isSameAs(map.putIfAbsent(name, row));
    }
    map.forEach((name, row) -> assertThat(index.get(name)).isSameAs(row));
    assertThat(index.get("not there")).isNull();
  }
}
