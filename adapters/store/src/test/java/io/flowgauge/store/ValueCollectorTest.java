package io.flowgauge.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.Quantity.Kind;
import io.flowgauge.comparison.Quantity.Unit;
import io.flowgauge.comparison.RunValues;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ValueCollectorTest {
  private record Row(long run, long quantity, double value) {}

  private static Map<Long, Quantity> quantities() {
    Map<Long, Quantity> quantities = new HashMap<>();
    for (long q = 0; q < 12; q++) {
      quantities.put(900 - q, new Quantity(Kind.TYPE, "t" + q % 3, "n" + q / 3, Unit.SECONDS));
    }
    return quantities;
  }

  private static StoredRun stored(long id) {
    return new StoredRow(
        id,
        "w",
        "1",
        "run " + id,
        "",
        Instant.EPOCH,
        Optional.empty(),
        OptionalDouble.empty(),
        true,
        1,
        1,
        0,
        Set.of("linz"),
        Map.of());
  }

  /**
   * Runs have some of the quantities; rows come ordered by run or unordered; some runs are not
   * chosen.
   */
  @Property(tries = 300)
  void of_rowsInAnyOrder_isWhatTheChosenRunsHave(
      @ForAll long seed,
      @ForAll @IntRange(max = 8) int runs,
      @ForAll @IntRange(max = 2) int disorder) {
    Random random = new Random(seed);
    Map<Long, Quantity> quantities = quantities();
    Map<Long, Map<Quantity, Double>> expected = new HashMap<>();
    List<Row> rows = new ArrayList<>();
    for (long run = 0; run < runs; run++) {
      expected.put(run, new HashMap<>());
      List<Long> ids = new ArrayList<>(quantities.keySet());
      if (disorder > 0) {
        Collections.shuffle(ids, random);
      }
      for (long id : ids) {
        if (random.nextInt(3) > 0) {
          rows.add(new Row(run, id, random.nextDouble()));
          expected.get(run).put(quantities.get(id), rows.get(rows.size() - 1).value);
        }
      }
    }
    if (disorder == 2) {
      Collections.shuffle(rows, random);
    }

    List<StoredRun> chosen =
        LongStream.range(0, runs)
            .filter(run -> random.nextInt(4) > 0)
            .mapToObj(ValueCollectorTest::stored)
            .toList();
    ValueCollector collector = new ValueCollector(chosen);
    rows.forEach(row -> collector.add(row.run, row.quantity, row.value));
    Set<Quantity> known = new HashSet<>();
    collector.examples().forEach(run -> known.addAll(expected.get(run).keySet()));
    List<StoredValues> collected = collector.of(quantities);

    assertThat(collected).extracting(StoredValues::run).isEqualTo(chosen);
    for (StoredValues each : collected) {
      long run = each.run().id();
      assertThat(known).containsAll(expected.get(run).keySet());
      assertThat(each.values())
          .isEqualTo(RunValues.of("run " + run, Set.of("linz"), expected.get(run)));
    }
  }
}
