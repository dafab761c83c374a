package io.flowgauge.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class EventRangesTest {
  @Property
  void ranges_anyNumbers_areThoseOfASet(
      @ForAll @Size(max = 60) List<@IntRange(max = 40) Integer> known,
      @ForAll @Size(max = 60) List<@IntRange(max = 40) Integer> added) {
    TreeSet<Long> expected = new TreeSet<>();
    known.forEach(n -> expected.add((long) n));
    EventRanges ranges = new EventRanges();
    ranges(expected).forEach(ranges::load);
    Map<Long, Long> stored = ranges(expected);

    for (long number : added) {
      assertThat(ranges.contains(number)).isEqualTo(expected.contains(number));
      if (expected.add(number)) {
        ranges.add(number);
      }
    }

    if (ranges.isChanged()) {
      // As the ledger applies changes.
      stored
          .entrySet()
          .removeIf(r -> r.getKey() <= ranges.highest() + 1 && r.getValue() >= ranges.lowest());
      stored.putAll(ranges.changed());
    }
    assertThat(stored).isEqualTo(ranges(expected));
  }

  private static Map<Long, Long> ranges(SortedSet<Long> numbers) {
    TreeMap<Long, Long> ranges = new TreeMap<>();
    for (long number : numbers) {
      Map.Entry<Long, Long> before = ranges.lastEntry();
      boolean joins = before != null && before.getValue() == number;
      ranges.put(joins ? before.getKey() : number, number + 1);
    }
    return ranges;
  }
}
