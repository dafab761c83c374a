package io.flowgauge.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AttributePackerTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");
  private static final List<String> VALUES =
      List.of("", "4", "abc", "é", "λ", "x".repeat(40), "y".repeat(41), "ü".repeat(40));

  private final AttributePacker packer = new AttributePacker(NAMES);

  /** Packs some values, as texts or as the bytes inside a row, and returns them. */
  private Map<String, String> put(Random random) {
    Map<String, String> expected = new TreeMap<>();
    for (int k = 0; k < NAMES.size(); k++) {
      if (random.nextBoolean()) {
        String value = VALUES.get(random.nextInt(VALUES.size())) + random.nextInt(10);
        byte[] row = ("|" + value + "|").getBytes(UTF_8);
        if (random.nextBoolean() || !packer.putAscii(k, row, 1, row.length - 1)) {
          packer.put(k, value);
        }
        expected.put(NAMES.get(k), value);
      }
    }
    return expected;
  }

  @Test
  void take_manyMaps_eachKeepsItsOwnValues() {
    Random random = new Random(2008);
    List<Map<String, String>> expected = new ArrayList<>();
    List<Map<String, String>> taken = new ArrayList<>();
    for (int k = 0; k < 20_000; k++) {
      expected.add(put(random));
      taken.add(packer.take());
    }

    assertThat(taken).isEqualTo(expected);
    for (int k = 0; k < taken.size(); k++) {
      assertThat(taken.get(k).keySet()).containsExactlyElementsOf(expected.get(k).keySet());
      assertThat(AttributeMap.copyOf(taken.get(k))).isSameAs(taken.get(k));
    }
  }

  @Test
  void put_valueTwice_replacesTheFirst() {
    packer.put(1, "λ");
    packer.put(1, "2");
    packer.put(0, "1");
    packer.put(0, "λ");

    assertThat(packer.take()).hasToString("{a=λ, b=2}");
  }

  @Test
  void has_valueTaken_isFalse() {
    assertThat(packer.has(0)).isFalse();
    packer.put(0, "");
    assertThat(packer.has(0)).isTrue();
    assertThat(packer.take()).hasToString("{a=}");
    assertThat(packer.has(0)).isFalse();
    assertThat(packer.take()).isEmpty();
  }

  @Test
  void putAscii_longOrBeyondAscii_setsNothing() {
    assertThat(packer.putAscii(0, "é".getBytes(UTF_8), 0, 2)).isFalse();
    assertThat(packer.putAscii(0, "x".repeat(41).getBytes(US_ASCII), 0, 41)).isFalse();

    assertThat(packer.take()).isEmpty();
  }
}
