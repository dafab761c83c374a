package io.flowgauge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AttributeMapTest {

  @Property(tries = 200)
  void copyOf_anyMap_isEqualAndInOrder(@ForAll Map<String, String> all) {
    Map<String, String> copy = AttributeMap.copyOf(all);
    assertThat(copy).isEqualTo(all).hasSameHashCodeAs(all);
    assertThat(copy.keySet()).containsExactlyElementsOf(new TreeMap<>(all).keySet());
    all.forEach((name, value) -> assertThat(copy.get(name)).isEqualTo(value));
    assertThat(copy.containsKey("no such name" + all.size())).isFalse();
  }

  @Test
  void copyOf_mapChangedLater_isAsItWas() {
    Map<String, String> all = new HashMap<>(Map.of("b", "2", "a", "1"));
    Map<String, String> copy = AttributeMap.copyOf(all);
    all.put("c", "3");
    assertThat(copy).hasToString("{a=1, b=2}");
    assertThat(AttributeMap.copyOf(copy)).isSameAs(copy);
    assertThatThrownBy(() -> copy.put("d", "4")).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void copyOf_shortLongAndForeignValues_eachIsAsItWas() {
    Map<String, String> all = new TreeMap<>();
    for (int length = 0; length < 300; length += 20) {
      all.put("latin " + length, "é".repeat(length));
      all.put("greek " + length, "λ".repeat(length));
    }
    all.put("half a pair", "\ud800");
    Map<String, String> copy = AttributeMap.copyOf(all);
    assertThat(copy).containsExactlyEntriesOf(all);
    all.forEach((name, value) -> assertThat(copy.get(new String(name))).isEqualTo(value));
  }

  @Test
  void copyOf_mapsOfTheSameNames_eachHasItsOwnValues() {
    for (int k = 0; k < 1_000; k++) {
      String value = "" + k;
      Map<String, String> all = new HashMap<>(Map.of("b", value, "a" + k % 100, "c" + k));
      assertThat(AttributeMap.copyOf(all)).isEqualTo(all);
    }
  }
}
