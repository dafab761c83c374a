package io.flowgauge.traces.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.workflow.Activity;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SortedPairsTest {

  @Test
  void pairs_ofSortedNames_areThoseOfATree() {
    Random random = new Random(20261127);
    for (int round = 0; round < 200; round++) {
      Map<String, String> tree = new TreeMap<>();
      for (int k = random.nextInt(20); k > 0; k--) {
        tree.put("name" + random.nextInt(30), "value" + k);
      }
      SortedPairs pairs = new SortedPairs(tree.size());
      tree.forEach(pairs::add);

      assertThat(pairs).isEqualTo(tree).hasSameSizeAs(tree);
      assertThat(Activity.of("a").withAttributes(pairs).attributes()).isEqualTo(tree);
      assertThat(pairs.entrySet()).containsExactlyElementsOf(tree.entrySet());
      assertThat(pairs.keySet()).containsExactlyElementsOf(tree.keySet());
    }
  }

  @Test
  void and_pairsOfSomeOfTheSameNames_areThoseOfBothTreesWithTheFirstValues() {
    Random random = new Random(20261128);
    for (int round = 0; round < 500; round++) {
      Map<String, String> first = tree("first", random);
      Map<String, String> others = tree("other", random);
      Map<String, String> both = new TreeMap<>(others);
      both.putAll(first);

      SortedPairs all = SortedPairs.of(first).and(SortedPairs.of(others));

      assertThat(all.entrySet()).containsExactlyElementsOf(both.entrySet());
    }
  }

  private static Map<String, String> tree(String value, Random random) {
    Map<String, String> tree = new TreeMap<>();
    for (int k = random.nextInt(8); k > 0; k--) {
      tree.put("name" + random.nextInt(10), value + k);
    }
    return tree;
  }

  @Test
  void add_namesOutOfOrder_isRefused() {
    SortedPairs pairs = new SortedPairs(2);
    pairs.add("b", "1");

    assertThatThrownBy(() -> pairs.add("a", "2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'a' comes after 'b', expected names in order");
    assertThatThrownBy(() -> pairs.add("b", "2")).isInstanceOf(IllegalArgumentException.class);
  }
}
