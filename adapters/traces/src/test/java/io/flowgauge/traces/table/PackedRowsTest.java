package io.flowgauge.traces.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedRowsTest {

  private record Values(long number, String text, long last) {}

  @Test
  void row_valuesOfAnySize_areThoseWritten() {
    List<Values> all = new ArrayList<>();
    Random random = new Random(1);
    for (int k = 0; k < 2_000; k++) {
      String text = "ä€𝄞".repeat(random.nextInt(k % 500 == 0 ? 30_000 : 30));
      all.add(new Values(random.nextLong() >> random.nextInt(64), text, -k));
    }
    all.add(new Values(Long.MIN_VALUE, "", Long.MAX_VALUE));

    PackedRows rows = new PackedRows();
    all.forEach(v -> rows.number(v.number()).text(v.text()).number(v.last()).end());

    assertThat(rows.size()).isEqualTo(all.size());
    for (int k = all.size() - 1; k >= 0; k--) {
      PackedRows.Row row = rows.row(k);
      assertThat(new Values(row.number(), row.text(), row.number())).isEqualTo(all.get(k));
    }
  }
}
