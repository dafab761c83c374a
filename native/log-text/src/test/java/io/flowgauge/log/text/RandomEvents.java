package io.flowgauge.log.text;

import io.flowgauge.log.Field;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.format.Schemas;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random events of random types. */
final class RandomEvents {
  private static final long YEAR_2200 = 7_258_118_400_000_000_000L;

  private RandomEvents() {}

  static Arbitrary<LogEvent> any() {
    Arbitrary<Long> times = Arbitraries.longs().between(0, YEAR_2200);
    return Schemas.any()
        .flatMap(
            schema -> {
              List<Arbitrary<Object>> values =
                  schema.fields().stream().map(Field::type).map(Schemas::value).toList();
              return Combinators.combine(times, Combinators.combine(values).as(v -> v))
                  .as((time, v) -> LogEvent.of(time, schema, v.toArray()));
            });
  }
}
