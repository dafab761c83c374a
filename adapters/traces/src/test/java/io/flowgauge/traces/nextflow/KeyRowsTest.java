package io.flowgauge.traces.nextflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyRowsTest {
  private static final List<String> KEYS =
      List.of(
          "0", "1", "7", "07", "63", "64", "999", "1000", "999999999", "1000000000", "-1", "a/7");

  private final KeyRows rows = new KeyRows();

  @Test
  void putIfAbsent_numberTooLargeAtFirst_isKnownOnceItHasAPlace() {
    assertThat(rows.putIfAbsent("1000", 0)).isEqualTo(KeyRows.NONE);
    assertThat(rows.putIfAbsent("1000", 1)).isZero();
    assertThat(rows.putIfAbsent("1000", 1000)).isZero();
    assertThat(rows.putIfAbsent("1001", 1001)).isEqualTo(KeyRows.NONE);
    assertThat(rows.putIfAbsent("1001", 1002)).isEqualTo(1001);
  }

  @Test
  void putIfAbsent_anyKeys_likeAMap() {
    Random random = new Random(7);
    Map<String, Integer> expected = new HashMap<>();
    for (int row = 0; row < 2_000; row++) {
      boolean isListed = random.nextBoolean();
      String key = isListed ? KEYS.get(random.nextInt(KEYS.size())) : "" + random.nextInt(3_000);
      Integer known = expected.putIfAbsent(key, row);

      assertThat(rows.putIfAbsent(key, row)).isEqualTo(known == null ? KeyRows.NONE : known);
    }
  }
}
